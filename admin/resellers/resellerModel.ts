import type { Reseller } from '../../shared/contract/resellers.ts';
import { isUrlCode, resellerColors, resellerTypes, urlCodeText } from '../../shared/rules/reseller.ts';
import { readFile } from '../components/receivedFile.ts';
import { type FieldText, textOf } from '../components/records/fieldText.ts';
import type { RecordDesk } from '../components/records/recordDesk.ts';

export interface ResellerFormValues {
  readonly name: FieldText;
  /** The number of the type as the choice list keeps it. */
  readonly type: string;
  readonly urlCode: FieldText;
  readonly color: string;
  readonly bypassTos: boolean;
  readonly termsHtml: FieldText;
  /** A new logo, not sent yet. */
  readonly file: File | null;
  readonly removeFile: boolean;
}

/** The types as choices (spec 2 section 3). */
export const typeChoices = [
  { id: String(resellerTypes.Affiliate), name: 'resellers.types.affiliate' },
  { id: String(resellerTypes.Licensing), name: 'resellers.types.licensing' },
];

export const typeWords = (type: string | number): string =>
  typeChoices.find(({ id }) => id === String(type))?.name ?? String(type);

export const colorName = (color: string): string => resellerColors.find(({ value }) => value === color)?.name ?? color;

const emptyReseller: ResellerFormValues = {
  name: '',
  type: String(resellerTypes.Affiliate),
  urlCode: '',
  color: resellerColors[0].value,
  bypassTos: false,
  termsHtml: '',
  file: null,
  removeFile: false,
};

const colorOf = (color: string) =>
  resellerColors.find(({ value }) => value === color)?.value ?? resellerColors[0].value;

/** The form as it is sent, without its file. */
export const resellerBody = ({ name, type, urlCode, color, bypassTos, termsHtml }: ResellerFormValues) => ({
  name: textOf(name),
  type: type === String(resellerTypes.Licensing) ? resellerTypes.Licensing : resellerTypes.Affiliate,
  urlCode: textOf(urlCode),
  color: colorOf(color),
  bypassTos,
  termsHtml: textOf(termsHtml) || null,
});

export const resellerDesk: RecordDesk<Reseller, ResellerFormValues> = {
  words: 'resellers',
  path: '/admin/resellers',
  empty: emptyReseller,
  toForm: ({ name, type, urlCode, color, bypassTos, termsHtml }) => ({
    ...emptyReseller,
    name,
    type: String(type),
    urlCode,
    color,
    bypassTos,
    termsHtml: termsHtml ?? '',
  }),
  problems: ({ urlCode }): Record<string, string> => {
    const code = textOf(urlCode);
    return code === '' || isUrlCode(code) ? {} : { urlCode: urlCodeText };
  },
  load: (provider, id, options) => provider.call('resellers', 'get', { params: { id } }, options),
  save: async (provider, values, stored) => {
    const file = values.file ? await readFile(values.file) : undefined;
    const body = resellerBody(values);
    if (!stored) return provider.call('resellers', 'create', { body, file });
    return provider.call('resellers', 'update', {
      params: { id: stored.id },
      body: { ...body, removeFile: values.removeFile && file === undefined, version: stored.version },
      file,
    });
  },
  remove: (provider, id) => provider.call('resellers', 'delete', { params: { id } }),
  wordsFor: (field, value) => {
    if (typeof value !== 'string') return undefined;
    if (field === 'type') return typeWords(value);
    return field === 'color' ? colorName(value) : undefined;
  },
};
