import { describe, expect, test } from 'vitest';
import type { BulkAction } from '../../../shared/bulk/action.ts';
import { bulkActionNamed, bulkActions } from '../../../shared/bulk/actions/catalogue.ts';
import { openTable } from '../../../shared/bulk/table.ts';
import { templateText } from '../../../shared/bulk/template.ts';
import type { Values } from '../../../shared/bulk/values.ts';
import { api } from '../../../shared/contract/api.ts';

/** The example rows of an action as the reader gives them from its template. */
const exampleRows = async (action: BulkAction): Promise<readonly Values[]> => {
  const bytes = new TextEncoder().encode(templateText(action));
  async function* chunks() {
    yield bytes;
  }
  const rows: Values[] = [];
  for await (const { values, problems } of (await openTable({ name: 'template.csv', chunks }, action)).rows()) {
    expect(problems).toEqual([]);
    rows.push(values);
  }
  return rows;
};

const named = bulkActions.map((action) => [action.name, action] as const);

test('an action is found by its name, and names are used once', () => {
  expect(new Set(bulkActions.map(({ name }) => name)).size).toBe(bulkActions.length);
  for (const action of bulkActions) expect(bulkActionNamed(action.name)).toBe(action);
  expect(bulkActionNamed('orgs.explode')).toBeUndefined();
});

describe.each(named)('%s', (name, action) => {
  const { columns } = action;

  test('has a valid name and a summary', () => {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z\d]+(-[a-z]+)*$/);
    expect(action.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(action.undoes === null || action.undoes.length > 3).toBe(true);
    for (const column of columns) expect(column.summary, column.name).not.toBe('');
  });

  test('has columns with unique names', () => {
    const names = columns.map((column) => column.name);
    expect(new Set(names).size).toBe(names.length);
    for (const column of names) expect(column).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    const fields = columns.flatMap(({ field }) => field ?? []);
    expect(new Set(fields).size).toBe(fields.length);
    expect(columns.some(({ required }) => required)).toBe(true);
  });

  test('lists calls that the contract has', () => {
    expect(new Set(action.calls).size).toBe(action.calls.length);
    for (const call of action.calls) {
      const [area = '', row = ''] = call.split('.');
      expect(Object.keys(api[area as keyof typeof api]), call).toContain(row);
    }
  });

  test('accepts its own examples, which have two different keys', async () => {
    const [one = {}, two = {}] = await exampleRows(action);
    for (const column of columns.filter(({ required }) => required))
      expect(one, column.name).toHaveProperty(column.name);
    expect(action.keyOf(one)).not.toBe(action.keyOf(two));
  });

  test('has examples that its own rules accept', async () => {
    const rows = await exampleRows(action);
    expect(rows).toHaveLength(2);
    const fileRule = action.fileRule?.();
    for (const [index, row] of rows.entries())
      expect([...(action.problems?.(row) ?? []), ...(fileRule?.(row, index + 1) ?? [])]).toEqual([]);
  });

  test('has one key and one lock for the same row, however its id is written', async () => {
    const [row = {}] = await exampleRows(action);
    const shouted = Object.fromEntries(
      Object.entries(row).map(([column, value]) =>
        // Only ids and subdomains are the same in capitals.
        [column, /(^|_)id$|^subdomain$/.test(column) ? ` ${String(value).toUpperCase()} ` : value],
      ),
    );
    expect(action.keyOf(shouted)).toBe(action.keyOf(row));
    expect(action.lockOf(shouted)).toBe(action.lockOf(row));
    expect(action.lockOf(row)).not.toBe('');
  });

  test('can be undone, or has a reason why not', () => {
    if (action.undoes === null) {
      const row = action.reverse?.({ values: {}, id: 'x', before: undefined, after: undefined });
      if (row !== undefined) expect(row).toHaveProperty('cannot');
    } else expect(typeof action.reverse).toBe('function');
  });

  test('has key cells only if it can scan', () => {
    expect(action.scan === undefined).toBe(action.keyCells === undefined);
  });
});

describe('rules between rows', () => {
  const [one, other] = ['018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55', '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c56'];
  const codesOf = (name: string, rows: readonly Values[]) => {
    const rule = bulkActionNamed(name)?.fileRule?.();
    return rows.flatMap((row, index) =>
      (rule?.(row, index + 1) ?? []).map(({ column, code }) => [index + 1, column, code]),
    );
  };

  test('one subdomain and one OID in TEFCA exchange cannot go to two organizations', () => {
    const rows: Values[] = [
      { id: one, subdomain: 'north', qhin_participant_oid: 'urn:oid:2.999.1' },
      { id: other, subdomain: ' North', qhin_participant_oid: '2.999.1' },
      { id: other, subdomain: 'south' },
    ];
    expect(codesOf('orgs.update', rows)).toEqual([
      [2, 'subdomain', 'E-ROW-CONTRADICTS'],
      [2, 'qhin_participant_oid', 'E-ROW-CONTRADICTS'],
    ]);
  });

  test('an organization gets one default OID', () => {
    const rows: Values[] = [
      { org_id: one, value: '2.999.1' },
      { org_id: one.toUpperCase(), value: '2.999.2', is_default: true },
      { org_id: one, value: '2.999.3', is_default: false },
      { org_id: other, value: '2.999.2' },
    ];
    expect(codesOf('oids.default', rows)).toEqual([[2, 'is_default', 'E-ROW-CONTRADICTS']]);
    expect(codesOf('oids.add', rows)).toEqual([]);
  });

  test('two OIDs of an organization cannot become the same', () => {
    const rows = [
      { org_id: one, oid_id: '2.999.1', value: '2.999.9' },
      { org_id: one, oid_id: '2.999.2', value: 'urn:oid:2.999.9' },
    ];
    expect(codesOf('oids.update', rows)).toEqual([[2, 'value', 'E-ROW-CONTRADICTS']]);
  });
});
