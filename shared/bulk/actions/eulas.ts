import type { Eula } from '../../contract/eulas.ts';
import { errorCatalogue } from '../../contract/errors.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import { idColumn, idOf, idProblems, ifThere, nothingKnown, scanPages, textOf } from './targets.ts';
import type { Values } from '../values.ts';

const rowId = idColumn('id of the agreement: carepost eulas list');
/** Longest text of an agreement in a cell, in characters; a file of the command may be longer. */
const textMax = 1_000_000;

const versionColumn: Column = {
  name: 'version',
  kind: 'text',
  required: true,
  maxLength: 50,
  field: 'version',
  summary: 'its version',
  examples: ['4.0', '4.1'],
};

const defaultType = 'EULA';
const typeOf = (values: Values): string => textOf(values, 'type') || defaultType;
const brandOf = (values: Values): string => textOf(values, 'brand');

/** Agreements of a brand and a type; an empty brand is the platform. */
const queryOf = (brandName: string, type: string) => ({
  type,
  ...(brandName === '' ? { isPlatform: 'true' } : { brandName }),
});

const isOf = (brandName: string, type: string) => (eula: Eula) =>
  eula.type === type && eula.brandName.toLowerCase() === brandName.toLowerCase();

const documentCurrent = async (eula: Eula, { client, options }: RowContext): Promise<Current> => ({
  id: eula.id,
  name: eula.version,
  values: {
    version: eula.version,
    brand: eula.brandName || null,
    type: eula.type,
    file_name: eula.fileName,
    // The only copy of the text that undo of a deletion has.
    text: await client.eulas.view({ params: { id: eula.id } }, options),
  },
  record: eula,
});

const readById = (values: Values, { client, options }: RowContext): Promise<Eula | undefined> =>
  ifThere(client.eulas.get({ params: { id: idOf(values) } }, { ...options, fresh: true }));

async function* scanEulas(
  { client, options }: RowContext,
  keep: (row: Readonly<Record<string, unknown>>) => boolean,
): AsyncIterable<Eula> {
  yield* scanPages(keep, (query) => client.eulas.list({ query }, options));
}

/** The name of an agreement in messages. */
const titleOf = ({ version, brandName }: Eula): string =>
  `version ${version} of the agreement of ${brandName || 'the platform'}`;

const create: BulkAction = {
  name: 'eulas.create',
  summary: 'Add license agreements; they are not active yet',
  kind: 'create',
  columns: [
    versionColumn,
    {
      name: 'brand',
      kind: 'text',
      maxLength: 255,
      field: 'brandName',
      summary: 'name of its brand. Blank: the agreement of the platform',
      examples: ['', ''],
    },
    {
      name: 'type',
      kind: 'text',
      keeps: true,
      maxLength: 50,
      field: 'type',
      summary: `kind of agreement. Blank: ${defaultType}`,
      examples: ['', ''],
    },
    {
      name: 'file_name',
      kind: 'text',
      keeps: true,
      maxLength: 255,
      summary: 'name of its file. Blank: made from the version',
      examples: ['', ''],
    },
    {
      name: 'text',
      kind: 'text',
      required: true,
      maxLength: textMax,
      summary: 'the agreement as HTML or plain text',
      examples: ['<p>Messages are kept for ten years.</p>', '<p>Messages are kept for six years.</p>'],
    },
  ],
  naturalKey: 'version, brand and type',
  undoes: 'deletes the agreement, unless it is active or was accepted',
  calls: ['eulas.list', 'eulas.view', 'eulas.create'],
  keyOf: (values) => [brandOf(values).toLowerCase(), typeOf(values), textOf(values, 'version')].join('\n'),
  lockOf: (values) => `eulas ${brandOf(values).toLowerCase()} ${typeOf(values)}`,

  async read(values, context) {
    const { client, options } = context;
    const [brand, type] = [brandOf(values), typeOf(values)];
    const query = { ...queryOf(brand, type), pageSize: 5000 };
    const { items } = await client.eulas.list({ query }, { ...options, fresh: true });
    const eula = items.filter(isOf(brand, type)).find(({ version }) => version === textOf(values, 'version'));
    return eula && documentCurrent(eula, context);
  },

  /** The server stores the text sanitised, so it cannot be compared with the one of the row. */
  async check(_values, current) {
    if (current === undefined) return [];
    const { message, hint } = errorCatalogue['E-EULA-EXISTS'];
    return [{ column: 'version', code: 'E-EULA-EXISTS', message: `${message} ${hint}` }];
  },

  desired: (values) => ({ version: textOf(values, 'version'), brand: brandOf(values) || null, type: typeOf(values) }),

  async write(values, _current, _changes, context) {
    const version = textOf(values, 'version');
    const name = textOf(values, 'file_name') || `${version}.html`;
    const bytes = new TextEncoder().encode(textOf(values, 'text'));
    const mediaType = name.toLowerCase().endsWith('.txt') ? 'text/plain' : 'text/html';
    const eula = await context.client.eulas.create(
      { body: { version, brandName: brandOf(values), type: typeOf(values) }, file: { name, mediaType, bytes } },
      context.options,
    );
    return documentCurrent(eula, context);
  },

  reverse: ({ id, after }) =>
    after === undefined ? nothingKnown : { action: 'eulas.delete', values: { id, expected_version: after.name } },
};

const activate: BulkAction = {
  name: 'eulas.activate',
  summary: 'Activate license agreements instead of the active ones of their brands',
  kind: 'update',
  columns: [rowId],
  naturalKey: 'id',
  undoes: 'activates the former agreement of the brand again',
  calls: ['eulas.get', 'eulas.list', 'eulas.activate'],
  keyOf: (values) => idOf(values),
  // Agreements of one brand exclude each other, and rows name them by id alone.
  lockOf: () => 'eulas',
  problems: (values) => idProblems(values, ['id']),

  /** The state is the id of the agreement that is active for the brand and type of this one. */
  async read(values, context) {
    const eula = await readById(values, context);
    if (eula === undefined) return undefined;
    const { client, options } = context;
    const { brandName, type } = eula;
    const query = { ...queryOf(brandName, type), isActive: 'true', pageSize: 100 };
    const { items } = await client.eulas.list({ query }, { ...options, fresh: true });
    const active = items.find(isOf(brandName, type));
    return { id: eula.id, name: titleOf(eula), values: { active_id: active?.id ?? null }, record: eula };
  },

  desired: (values) => ({ active_id: idOf(values) }),

  async write(values, current, _changes, { client, options }) {
    const record = await client.eulas.activate({ params: { id: idOf(values) } }, options);
    return current && { ...current, values: { active_id: record.id }, record };
  },

  reverse({ before }) {
    if (before === undefined) return nothingKnown;
    const former = before.values['active_id'] ?? null;
    if (former === null) return { cannot: 'No agreement was active before, and none can be deactivated.' };
    return { action: 'eulas.activate', values: { id: former } };
  },
};

const remove: BulkAction = {
  name: 'eulas.delete',
  summary: 'Delete license agreements that are neither active nor accepted by a user',
  kind: 'delete',
  scans: 'eulas.list',
  columns: [
    rowId,
    { ...versionColumn, name: 'expected_version', summary: 'its version; the row is refused if it differs' },
  ],
  naturalKey: 'id',
  undoes: 'adds the agreement again, with another id',
  calls: ['eulas.list', 'eulas.get', 'eulas.view', 'eulas.delete'],
  keyOf: (values) => idOf(values),
  lockOf: (values) => idOf(values),
  problems: (values) => idProblems(values, ['id']),

  async read(values, context) {
    const eula = await readById(values, context);
    return eula && documentCurrent(eula, context);
  },

  async check(values, current) {
    if (current === undefined || current.name === textOf(values, 'expected_version')) return [];
    return [{ column: 'expected_version', code: 'E-ROW-NAME', message: `The version is "${current.name}".` }];
  },

  desired: () => null,

  async write(values, _current, _changes, { client, options }) {
    await client.eulas.delete({ params: { id: idOf(values) } }, options);
    return undefined;
  },

  reverse: ({ before }) => (before === undefined ? nothingKnown : { action: 'eulas.create', values: before.values }),

  async *scan(context, keep) {
    for await (const eula of scanEulas(context, keep)) yield documentCurrent(eula, context);
  },
  keyCells: ({ id, name }) => ({ id, expected_version: name }),
};

export const eulaActions: readonly BulkAction[] = [create, activate, remove];
