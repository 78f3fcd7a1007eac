import type { Eula } from '../../shared/contract/eulas.ts';
import { readFile } from '../components/receivedFile.ts';
import { type FieldText, textOf } from '../components/records/fieldText.ts';
import type { RecordDesk } from '../components/records/recordDesk.ts';

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

/** Agreements carry no name; kind and version are one. */
export interface NamedEula extends Eula {
  readonly name: string;
}
export const named = (eula: Eula): NamedEula => ({ ...eula, name: `${eula.type} ${eula.version}` });

const never = () => ({});

/** Agreements are made once and never changed: a new text is a new version. */
export const eulaDesk: RecordDesk<NamedEula, EulaFormValues> = {
  words: 'eulas',
  path: '/admin/eulas',
  empty: { version: '', brandName: otherBrands, type: defaultType, file: null },
  toForm: ({ version, brandName, type }) => ({ version, brandName: brandName || otherBrands, type, file: null }),
  problems: never,
  load: async (provider, id, options) => named(await provider.call('eulas', 'get', { params: { id } }, options)),
  save: async (provider, values) => {
    // The form asks for a file before it sends anything.
    const file = await readFile(values.file ?? new File([], ''));
    return named(await provider.call('eulas', 'create', { body: eulaBody(values), file }));
  },
  remove: (provider, id) => provider.call('eulas', 'delete', { params: { id } }),
  opensWhenCreated: true,
};
