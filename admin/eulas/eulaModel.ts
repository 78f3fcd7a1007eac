import type { Eula } from '../../shared/contract/eulas.ts';
import { readFile } from '../components/receivedFile.ts';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';

export interface EulaFormValues {
  readonly version: FieldText;
  readonly brandName: string;
  readonly type: FieldText;
  readonly file: File | null;
}

/** The choice for brands without an agreement of their own; on the wire it is an empty name. */
export const otherBrands = '*';
export const defaultType = 'EULA';

export const eulaFileAccept = '.html,.htm,.txt,text/html,text/plain';

export const eulaBody = ({ version, brandName, type }: EulaFormValues) => ({
  version: textOf(version),
  brandName: brandName === otherBrands ? '' : brandName,
  type: textOf(type) || defaultType,
});

/** The filter of the list for a brand, or for the agreements of all other brands. */
export const brandQuery = (brand: string) => {
  if (brand === '') return {};
  return brand === otherBrands ? { isPlatform: 'true' } : { brandName: brand };
};

/** Agreements are created once and never changed. */
export const eulaModel: RecordModel<Eula & { readonly name: string }, EulaFormValues> = {
  empty: { version: '', brandName: otherBrands, type: defaultType, file: null },
  toForm: ({ version, brandName, type }) => ({ version, brandName: brandName || otherBrands, type, file: null }),
  // The form requires a file before it sends anything.
  toBody: async (values) => ({ ...eulaBody(values), file: await readFile(values.file ?? new File([], '')) }),
};
