import type { Brand } from '../../shared/contract/brands.ts';
import type { OnboardingFlow } from '../../shared/rules/legacyProofing.ts';
import { brandProblems } from '../../shared/rules/brand.ts';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';

export interface BrandFormValues {
  readonly name: FieldText;
  readonly appUrl: FieldText;
  readonly primaryColor: FieldText;
  readonly supportEmail: FieldText;
  readonly identityProvider: { readonly connectionName: FieldText };
  readonly onboardingFlow: OnboardingFlow;
  readonly termsHtml: FieldText;
}

const emptyBrand: BrandFormValues = {
  name: '',
  appUrl: '',
  primaryColor: '#0b5c7a',
  supportEmail: '',
  identityProvider: { connectionName: '' },
  onboardingFlow: 'standard',
  termsHtml: '',
};

/** The form as it is sent: trimmed, empty as null. */
export const brandBody = ({ identityProvider, onboardingFlow, termsHtml, ...texts }: BrandFormValues) => ({
  name: textOf(texts.name),
  appUrl: textOf(texts.appUrl),
  primaryColor: textOf(texts.primaryColor),
  supportEmail: textOf(texts.supportEmail),
  identityProvider: { connectionName: textOf(identityProvider.connectionName) || null },
  onboardingFlow,
  termsHtml: textOf(termsHtml) || null,
});

/** Validator of one field by the rules of the brand; required() reports an empty one. */
export const validateBrand =
  (field: 'appUrl' | 'primaryColor' | 'supportEmail') =>
  (_value: unknown, values: object): string | undefined => {
    const body = brandBody({ ...emptyBrand, ...values });
    return body[field] === '' ? undefined : brandProblems(body)[field]?.join(' ');
  };

export const brandModel: RecordModel<Brand, BrandFormValues> = {
  empty: emptyBrand,
  toForm: ({ name, appUrl, primaryColor, supportEmail, identityProvider, onboardingFlow, termsHtml }) => ({
    name,
    appUrl,
    primaryColor,
    supportEmail,
    identityProvider: { connectionName: identityProvider.connectionName ?? '' },
    onboardingFlow,
    termsHtml: termsHtml ?? '',
  }),
  toBody: brandBody,
};
