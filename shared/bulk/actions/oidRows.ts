import type { AlternateOid } from '../../contract/carequality.ts';
import { errorCatalogue } from '../../contract/errors.ts';
import { oidValueMax, oidValueProblem, oidWarning, plainOid } from '../../rules/carequality.ts';
import type { Column, Current, RowContext } from '../action.ts';
import type { Call } from '../calls.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import { firstRows } from './firstRows.ts';
import { idOf, idProblems, ifThere, organizationColumn, organizationRows, textOf } from './targets.ts';

/** Columns and key of the actions on alternate OIDs. */
export const valueColumn = (summary: string, examples: Column['examples']): Column => ({
  name: 'value',
  kind: 'text',
  required: true,
  maxLength: oidValueMax,
  field: 'value',
  summary,
  examples,
});

export const exampleValues: Column['examples'] = ['2.16.840.1.113883.3.9621', '2.16.840.1.113883.3.9622'];

export const organizationOfRow = organizationColumn('org_id');

/** The list that every action on OIDs reads. */
export const oidReads: readonly Call[] = ['organizations.list', 'carequality.oids'];

export const lockOfOid = (values: Values): string => idOf(values, 'org_id');

/** The same OID has one key, with or without `urn:oid:`. */
export const keyOfOid = (values: Values): string => `${lockOfOid(values)} ${plainOid(textOf(values, 'value'))}`;

export const oidProblems = (values: Values): CellProblem[] => {
  const message = oidValueProblem(textOf(values, 'value'));
  return [
    ...idProblems(values, ['org_id']),
    ...(message === null ? [] : [{ column: 'value', code: 'E-CELL-RULE', message }]),
  ];
};

/** The specification allows any text as an alternate OID; what is not an OID never matches a request. */
export const oidWarnings = (values: Values): CellProblem[] => {
  const message = oidWarning(textOf(values, 'value'));
  return message === null ? [] : [{ column: 'value', code: 'W-CELL-OID', message }];
};

/** The list that was read last for a row, so that its checks need not request it again. */
const lastRead = new WeakMap<Values, readonly AlternateOid[]>();

const loadOids = async (id: string, { client, options }: RowContext): Promise<readonly AlternateOid[] | undefined> =>
  (await ifThere(client.carequality.oids({ params: { id } }, options)))?.items;

/** The current OIDs of the organization of a row; undefined where the organization does not exist. */
export const readOids = async (values: Values, context: RowContext): Promise<readonly AlternateOid[] | undefined> => {
  const oids = await loadOids(lockOfOid(values), context);
  if (oids === undefined) lastRead.delete(values);
  else lastRead.set(values, oids);
  return oids;
};

/** The OIDs that were read for the row. */
export const oidsAsRead = async (values: Values, context: RowContext): Promise<readonly AlternateOid[] | undefined> =>
  lastRead.get(values) ?? readOids(values, context);

/** Finds the OID by its exact text, by an equivalent one, or by the id of its record. */
export const oidNamed = (oids: readonly AlternateOid[] | undefined, name: string): AlternateOid | undefined =>
  oids?.find(({ value }) => value === name) ??
  oids?.find(({ id }) => id === name.toLowerCase()) ??
  oids?.find(({ value }) => plainOid(value) === plainOid(name));

export const oidCurrent = (oid: AlternateOid): Current => ({
  id: oid.id,
  name: oid.value,
  version: oid.version,
  values: { value: oid.value, is_default: oid.isDefault },
  record: oid,
});

/** The organization of an OID that was read. */
export const ownerOfOid = ({ record }: Current): string => String(record?.['organizationId']);

export const takenOid = (): CellProblem => {
  const { message, hint } = errorCatalogue['E-OID-TAKEN'];
  return { column: 'value', code: 'E-OID-TAKEN', message: `${message} ${hint}` };
};

/** Refuses a second row that makes an OID the default of the same organization. */
export const oneDefaultRule = (isDefaultRow: (values: Values) => boolean) => () => {
  const firstRow = firstRows();
  return (values: Values, row: number): CellProblem[] => {
    const first = isDefaultRow(values) ? firstRow(lockOfOid(values), row) : undefined;
    if (first === undefined) return [];
    const message = `Row ${first} makes another OID of the organization the default; it has one at most.`;
    return [{ column: 'is_default', code: 'E-ROW-CONTRADICTS', message }];
  };
};

/** Every OID of the organizations. */
export async function* scanOids(
  context: RowContext,
  keep: (organization: Readonly<Record<string, unknown>>) => boolean,
): AsyncIterable<Current> {
  for await (const { id } of organizationRows(context, keep)) {
    for (const oid of (await loadOids(id, context)) ?? []) yield oidCurrent(oid);
  }
}
