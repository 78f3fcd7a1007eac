import type { Brand } from '../../shared/contract/brands.ts';
import { brandProblems } from '../../shared/rules/brand.ts';
import { type FieldText, textOf } from '../components/records/fieldText.ts';
import type { RecordDesk } from '../components/records/recordDesk.ts';

export interface BrandFormValues {
  readonly name: FieldText;
  readonly appUrl: FieldText;
  readonly primaryColor: FieldText;
  readonly supportEmail: FieldText;
  readonly identityProvider: { readonly connectionName: FieldText };
  readonly termsHtml: FieldText;
}

const emptyBrand: BrandFormValues = {
  name: '',
  appUrl: '',
  primaryColor: '#0b5c7a',
  supportEmail: '',
  identityProvider: { connectionName: '' },
  termsHtml: '',
};

/** The form as it is sent: trimmed, empty as null. */
export const brandBody = ({ identityProvider, termsHtml, ...texts }: BrandFormValues) => ({
  name: textOf(texts.name),
  appUrl: textOf(texts.appUrl),
  primaryColor: textOf(texts.primaryColor),
  supportEmail: textOf(texts.supportEmail),
  identityProvider: { connectionName: textOf(identityProvider.connectionName) || null },
  termsHtml: textOf(termsHtml) || null,
});

/** What is wrong with values that are there; empty ones are the fields' own matter. */
export const problemsOf = (values: BrandFormValues): Record<string, string> => {
  const body = brandBody(values);
  const problems = Object.entries(brandProblems(body)).filter(([field]) => body[field as keyof typeof body] !== '');
  return Object.fromEntries(problems.map(([field, texts]) => [field, texts.join(' ')]));
};

export const brandDesk: RecordDesk<Brand, BrandFormValues> = {
  words: 'brands',
  path: '/admin/brands',
  empty: emptyBrand,
  toForm: ({ name, appUrl, primaryColor, supportEmail, identityProvider, termsHtml }) => ({
    name,
    appUrl,
    primaryColor,
    supportEmail,
    identityProvider: { connectionName: identityProvider.connectionName ?? '' },
    termsHtml: termsHtml ?? '',
  }),
  problems: problemsOf,
  load: (provider, id, options) => provider.call('brands', 'get', { params: { id } }, options),
  save: (provider, values, stored) =>
    stored
      ? provider.call('brands', 'update', {
          params: { id: stored.id },
          body: { ...brandBody(values), version: stored.version },
        })
      : provider.call('brands', 'create', { body: brandBody(values) }),
  remove: (provider, id) => provider.call('brands', 'delete', { params: { id } }),
};
