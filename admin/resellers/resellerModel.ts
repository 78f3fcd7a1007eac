import type { Reseller } from '../../shared/contract/resellers.ts';
import { isUrlCode, resellerColors, resellerTypes, urlCodeText } from '../../shared/rules/reseller.ts';
import { readFile } from '../components/receivedFile.ts';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';

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

export const typeLabel = (type: string | number): string =>
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

/** The body of a request, without the file of the form. */
export const resellerBody = ({ name, type, urlCode, color, bypassTos, termsHtml }: ResellerFormValues) => ({
  name: textOf(name),
  type: type === String(resellerTypes.Licensing) ? resellerTypes.Licensing : resellerTypes.Affiliate,
  urlCode: textOf(urlCode),
  color: colorOf(color),
  bypassTos,
  termsHtml: textOf(termsHtml) || null,
});

/** Validator of the URL code; required() reports an empty one. */
export const validateUrlCode = (value: unknown): string | undefined => {
  const code = typeof value === 'string' ? value.trim() : '';
  return code === '' || isUrlCode(code) ? undefined : urlCodeText;
};

export const resellerModel: RecordModel<Reseller, ResellerFormValues> = {
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
  toBody: async (values, stored) => {
    const file = values.file ? await readFile(values.file) : undefined;
    const removeFile = values.removeFile && file === undefined;
    return { ...resellerBody(values), ...(stored && { removeFile }), file };
  },
  textFor: (field, value) => {
    if (typeof value !== 'string') return undefined;
    if (field === 'type') return typeLabel(value);
    return field === 'color' ? colorName(value) : undefined;
  },
};
