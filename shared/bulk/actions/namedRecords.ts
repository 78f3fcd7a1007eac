import type { CallOptions } from '../../client/createClient.ts';
import { errorCatalogue } from '../../contract/errors.ts';
import { normaliseName } from '../../rules/visibleText.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import type { Call } from '../calls.ts';
import type { Consequence } from '../consequences.ts';
import type { CellProblem } from '../problems.ts';
import { type CellValue, type Change, isSame, type Values } from '../values.ts';
import { firstRows } from './firstRows.ts';
import { guarded, idOf, idProblems, ifThere, nothingKnown, scanPages, textOf } from './targets.ts';

interface NamedRecord {
  readonly id: string;
  readonly name: string;
  readonly version?: number;
}

interface ListPage {
  readonly items: readonly NamedRecord[];
  readonly totalCount: number;
}

/** A column beside the name. */
export interface NamedColumn {
  readonly column: Column;
  /** Value of a new record that does not set it; without one a new record requires the cell. */
  readonly value?: CellValue;
  /** A document: no column of a file, but part of the state, so that an undo restores it. */
  readonly isDocument?: true;
}

interface Lost {
  /** `its logo`. */
  readonly what: string;
  /** Counts what the record has of it. */
  consequences(record: Readonly<Record<string, unknown>>, context: RowContext): Promise<readonly Consequence[]>;
  readonly calls?: readonly Call[];
}

/** Records with a unique name and few other fields, as the actions read and write them. */
export interface NamedRecords {
  /** First part of the names of the actions, and the command: `reserved-words`. */
  readonly resource: string;
  readonly one: string;
  readonly many: string;
  readonly area: 'apps' | 'brands' | 'networks' | 'plans' | 'reservedwords' | 'resellers' | 'specialties';
  readonly nameMax: number;
  readonly examples: readonly [string, string];
  readonly columns?: readonly NamedColumn[];
  /** Rules between the cells of a row beside that of the name. */
  readonly problems?: (values: Values) => readonly CellProblem[];
  /** What undo of a deletion does not restore. */
  readonly lost?: Lost;
  /** The list leaves fields of the columns out, so that a scan reads each record. */
  readonly isListPartial?: true;
  /** A name as the server stores it. */
  readonly normalise?: (name: string) => string;
  readonly nameProblem?: (name: string) => string | null;
  /** Reads that find a record by its name. */
  readonly finding: readonly [Call, ...Call[]];
  /** The id of the record with the name, in any letter case. */
  idByName(name: string, context: RowContext): Promise<string | undefined>;
  page(pageNumber: number, pageSize: number, context: RowContext): Promise<ListPage>;
  get(id: string, context: RowContext, options: CallOptions): Promise<NamedRecord>;
  create(body: object, context: RowContext): Promise<NamedRecord>;
  update(id: string, body: object, context: RowContext): Promise<NamedRecord>;
  delete(id: string, context: RowContext, options: CallOptions): Promise<unknown>;
}

/** The value of a field, by its dotted path, as a cell. */
const cellOfField = (record: object, { name, field = name, codes }: Column): CellValue => {
  let value: unknown = record;
  for (const part of field.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  const text = codes && Object.keys(codes).find((one) => codes[one] === value);
  return text ?? ((value ?? null) as CellValue);
};

/** A body with the value of a cell at the path of its field. */
const withField = (body: Record<string, unknown>, path: readonly string[], value: unknown): Record<string, unknown> => {
  const [first = '', ...rest] = path;
  const inner = (body[first] ?? {}) as Record<string, unknown>;
  return { ...body, [first]: rest.length === 0 ? value : withField(inner, rest, value) };
};

const valueOfCell = (value: CellValue | undefined, { kind, codes }: Column): unknown => {
  if (codes !== undefined && typeof value === 'string') return codes[value];
  return kind === 'list' ? (value ?? []) : value;
};

/** Adding, changing and deleting such records; every change can be undone. */
export const namedActions = (records: NamedRecords): readonly BulkAction[] => {
  const { resource, one, many, area, columns = [], finding, lost } = records;
  const [aOne, upper] = [
    `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`,
    `${one.charAt(0).toUpperCase()}${one.slice(1)}`,
  ];
  const nameOf = (values: Values): string => (records.normalise ?? normaliseName)(textOf(values, 'name'));
  const keyOfName = (values: Values): string => nameOf(values).toLowerCase();
  const others = columns.map(({ column }) => column);
  const inFiles = columns.filter(({ isDocument }) => isDocument !== true);

  const current = (record: NamedRecord): Current => ({
    id: record.id,
    name: record.name,
    ...(record.version === undefined ? {} : { version: record.version }),
    values: {
      name: record.name,
      ...Object.fromEntries(others.map((column) => [column.name, cellOfField(record, column)])),
    },
    record: { ...record },
  });
  const readById = async (id: string, context: RowContext): Promise<Current | undefined> => {
    const record = await ifThere(records.get(id, context, { ...context.options, fresh: true }));
    return record && current(record);
  };
  const readByName = async (values: Values, context: RowContext): Promise<Current | undefined> => {
    const id = await records.idByName(nameOf(values), context);
    return id === undefined ? undefined : readById(id, context);
  };
  /** Cells of the row by the fields that they set; cells that the row does not have are left out. */
  const fieldsOf = (values: Values): Record<string, unknown> =>
    others
      .filter(({ name }) => values[name] !== undefined)
      .reduce<Record<string, unknown>>(
        (body, column) =>
          withField(body, (column.field ?? column.name).split('.'), valueOfCell(values[column.name], column)),
        values['name'] === undefined ? {} : { name: nameOf(values) },
      );
  const desiredCells = (values: Values): Values =>
    Object.fromEntries([
      ...(values['name'] === undefined ? [] : [['name', nameOf(values)]]),
      ...others.flatMap(({ name, kind }) =>
        values[name] === undefined ? [] : [[name, kind === 'list' ? (values[name] ?? []) : values[name]]],
      ),
    ]) as Values;
  const newCells = (values: Values): Values => ({
    ...Object.fromEntries(columns.flatMap(({ column, value }) => (value === undefined ? [] : [[column.name, value]]))),
    ...desiredCells(values),
  });

  const nameColumn = (summary: string, examples: Column['examples'], required: boolean): Column => ({
    name: 'name',
    kind: 'text',
    ...(required ? { required } : { keeps: true }),
    maxLength: records.nameMax,
    field: 'name',
    summary,
    examples,
  });
  const idColumn = (required: boolean): Column => ({
    name: 'id',
    kind: 'text',
    ...(required ? { required } : { keeps: true }),
    maxLength: 36,
    summary: required ? `id of the ${one}` : `id of the ${one}; a row with an id is refused if its name differs`,
    examples: required ? ['018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55', '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c56'] : ['', ''],
  });

  const problems = (values: Values): CellProblem[] => {
    const name = values['name'] === undefined ? '' : nameOf(values);
    const message = name === '' ? null : (records.nameProblem?.(name) ?? null);
    return [
      ...idProblems(values, ['id']),
      ...(message === null ? [] : [{ column: 'name', code: 'E-CELL-RULE', message: `"${name}" ${message}.` }]),
      ...(records.problems?.(values) ?? []),
    ];
  };
  const taken = (values: Values): CellProblem => {
    const { hint } = errorCatalogue['E-NAME-TAKEN'];
    return { column: 'name', code: 'E-NAME-TAKEN', message: `"${nameOf(values)}" already exists. ${hint}` };
  };
  const lockOfName = (values: Values): string => `${resource} ${keyOfName(values)}`;
  const sent = (changes: readonly Change[]): Values =>
    Object.fromEntries(changes.map(({ column, after }) => [column, after]));
  async function* scan(
    context: RowContext,
    keep: (record: Readonly<Record<string, unknown>>) => boolean,
  ): AsyncIterable<Current> {
    const page = (query: { readonly pageNumber: number; readonly pageSize: number }) =>
      records.page(query.pageNumber, query.pageSize, context);
    for await (const record of scanPages(keep, page)) {
      const listed = records.isListPartial ? await readById(record.id, context) : current(record);
      if (listed !== undefined) yield listed;
    }
  }
  const listCall: Call = `${area}.list`;
  const reads: readonly Call[] = [...new Set<Call>([...finding, `${area}.get`])];

  const create: BulkAction = {
    name: `${resource}.create`,
    summary: `Add ${many}`,
    kind: 'create',
    columns: [
      nameColumn(`name of the ${one}`, records.examples, true),
      ...inFiles.map(({ column, value }) => (value === undefined ? { ...column, required: true } : column)),
    ],
    naturalKey: 'name',
    undoes: `deletes the ${one}, unless it was changed since`,
    calls: [...reads, `${area}.create`],
    keyOf: keyOfName,
    lockOf: lockOfName,
    problems,
    read: readByName,

    /** A record that exists with the values of the row was added by an earlier attempt. */
    async check(values, existing) {
      if (existing === undefined) return [];
      const isAsRequested = Object.entries(newCells(values)).every(([name, value]) =>
        isSame(existing.values[name], value),
      );
      return isAsRequested ? [] : [taken(values)];
    },

    desired: newCells,
    write: async (values, _current, _changes, context) =>
      current(await records.create(fieldsOf(newCells(values)), context)),
    reverse: ({ id, after }) =>
      after === undefined ? nothingKnown : { action: `${resource}.delete`, values: { id, name: after.name } },
  };

  const update: BulkAction = {
    name: `${resource}.update`,
    summary: `Change ${many}; only cells that differ are sent`,
    kind: 'update',
    merges: true,
    scans: listCall,
    columns: [idColumn(true), nameColumn('its new name', ['', ''], false), ...inFiles.map(({ column }) => column)],
    naturalKey: 'id',
    undoes: 'restores the former cells',
    calls: [...new Set<Call>([listCall, ...reads, `${area}.update`])],
    keyOf: (values) => idOf(values),
    lockOf: (values) => idOf(values),
    problems,
    fileRule() {
      const firstRow = firstRows();
      return (values, row) => {
        const first = values['name'] === undefined ? undefined : firstRow(keyOfName(values), row);
        if (first === undefined) return [];
        const message = `Row ${first} gives another ${one} the same name.`;
        return [{ column: 'name', code: 'E-ROW-CONTRADICTS', message }];
      };
    },
    read: (values, context) => readById(idOf(values), context),

    async check(values, existing, context) {
      if (values['name'] === undefined || existing === undefined || nameOf(values) === existing.name) return [];
      const id = await records.idByName(nameOf(values), context);
      return id === undefined || id === existing.id ? [] : [taken(values)];
    },

    desired: desiredCells,
    async write(values, existing, changes, context) {
      const version = existing?.version === undefined ? {} : { version: existing.version };
      return current(await records.update(idOf(values), { ...fieldsOf(sent(changes)), ...version }, context));
    },
    reverse: ({ id, before }) =>
      before === undefined ? nothingKnown : { action: `${resource}.update`, values: { id, ...before.values } },
    scan,
    keyCells: ({ id }) => ({ id }),
  };

  const remove: BulkAction = {
    name: `${resource}.delete`,
    summary: `Delete ${many}`,
    kind: 'delete',
    scans: listCall,
    columns: [nameColumn(`name of ${aOne} that exists`, records.examples, true), idColumn(false)],
    naturalKey: 'name',
    undoes: `adds the ${one} again, with another id${lost === undefined ? '' : ` and without ${lost.what}`}`,
    calls: [...new Set<Call>([listCall, ...reads, ...(lost?.calls ?? []), `${area}.delete`])],
    keyOf: keyOfName,
    lockOf: lockOfName,
    problems,
    read: (values, context) => (idOf(values) === '' ? readByName(values, context) : readById(idOf(values), context)),

    async check(values, existing) {
      if (existing === undefined) return [];
      if (existing.name.toLowerCase() !== keyOfName(values)) {
        const message = `${upper} ${idOf(values)} is called "${existing.name}".`;
        return [{ column: 'name', code: 'E-ROW-NAME', message }];
      }
      const count = Number(existing.record?.['organizationCount'] ?? 0);
      if (count === 0) return [];
      const holders = count === 1 ? '1 organization has it' : `${count} organizations have it`;
      return [{ column: 'name', code: 'E-IN-USE', message: `"${existing.name}" cannot be deleted: ${holders}.` }];
    },

    desired: () => null,
    consequences: (_values, existing, _changes, context) =>
      existing?.record === undefined ? [] : (lost?.consequences(existing.record, context) ?? []),
    async write(_values, existing, _changes, context) {
      await records.delete(existing?.id ?? '', context, guarded(context.options, existing));
      return undefined;
    },
    reverse: ({ before }) =>
      before === undefined ? nothingKnown : { action: `${resource}.create`, values: before.values },
    scan,
    keyCells: ({ id, name }) => ({ name, id }),
  };

  return [create, update, remove];
};
