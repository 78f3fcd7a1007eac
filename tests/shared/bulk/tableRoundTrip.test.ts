/** @module-tag scaled */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Current } from '../../../shared/bulk/action.ts';
import { mergeCells, readBase } from '../../../shared/bulk/base.ts';
import { csvLine } from '../../../shared/bulk/csv/writeCsv.ts';
import { bulkActions } from '../../../shared/bulk/actions/catalogue.ts';
import { filledLines, templateText } from '../../../shared/bulk/template.ts';
import type { CellValue, Values } from '../../../shared/bulk/values.ts';
import { mangle, mangling } from './spreadsheet.ts';
import { clinicAction, clinicColumns, readAll } from './tableSetup.ts';
import type { Delimiter } from '../../../shared/bulk/csv/types.ts';
import { anyText } from '../../support/arbitraries.ts';
import { isHard } from '../../support/isHard.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.stringMatching(/^0{0,3}\d{1,16}$/),
  fc.stringMatching(/^\d{1,4}\.\d{1,3}$/),
  fc.constantFrom(
    'true',
    'FALSE',
    '=1+1',
    '+15205550142',
    '-x',
    '@a',
    '\\N',
    ' padded ',
    'a"b',
    "'quoted",
    '“x”',
    'a\u00a0b',
  ),
);
const nullable = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 5 });
const state: fc.Arbitrary<Values> = fc.record<Record<string, CellValue>>({
  name: nullable(text),
  zip: nullable(text),
  number_of_users: nullable(fc.integer({ min: 1, max: 500 })),
  is_open: nullable(fc.boolean()),
  features: fc.uniqueArray(fc.stringMatching(/^[a-z ]{1,10}$/), { maxLength: 4 }),
  size: nullable(fc.constantFrom('Small', 'Large', 'Legacy')),
});

const currentsOf = async function* (states: readonly Values[]): AsyncGenerator<Current> {
  for (const [index, values] of states.entries()) yield { id: `c${index}`, name: 'x', values };
};

const linesOf = async (action: Parameters<typeof filledLines>[0], states: readonly Values[]): Promise<string> =>
  (await Array.fromAsync(filledLines(action, currentsOf(states)))).join('');

it('an export that went through a spreadsheet program unedited changes nothing and conflicts with nothing', async () => {
  const action = clinicAction({ merges: true });
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 6 }), mangling, async (states, how) => {
      const csv = await linesOf(action, states);
      const { rows } = await readAll(await mangle(csv, how), {}, action, 7);
      expect(rows).toHaveLength(states.length);
      for (const [index, row] of rows.entries()) {
        expect(row.problems).toEqual([]);
        expect(row.values).toEqual({ id: `c${index}` });
        const current = states[index] ?? {};
        const { id: _id, ...local } = row.values;
        const base = readBase(row.base ?? '');
        expect(base).toEqual(current);
        expect(mergeCells({ base: base ?? {}, current, local })).toEqual({ changes: {}, conflicts: [], warnings: [] });
      }
    }),
    { numRuns: isHard ? 300 : 100 },
  );
});

it('an export in which one column was edited changes that column only', async () => {
  const action = clinicAction({ merges: true });
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 4 }), mangling, async (states, how) => {
      const edit = (cell: string, column: string) => (column === 'name' ? 'Edited by hand' : cell);
      const { rows } = await readAll(await mangle(await linesOf(action, states), how, edit), {}, action);
      expect(rows.map(({ values }) => values)).toEqual(
        states.map((_, index) => ({ id: `c${index}`, name: 'Edited by hand' })),
      );
    }),
    { numRuns: isHard ? 100 : 50 },
  );
});

it('a filled file of an action without _base has the current values, and blanks for values that a cell cannot express', async () => {
  const action = clinicAction();
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 5 }), async (states) => {
      const { rows } = await readAll(await linesOf(action, states), {}, action);
      for (const [index, row] of rows.entries()) {
        expect(row.problems).toEqual([]);
        const { id: _id, ...cells } = row.values;
        for (const [column, value] of Object.entries(cells)) expect(value).toEqual(states[index]?.[column]);
      }
    }),
  );
});

it('any cells are written so that they parse back', async () => {
  const cells = fc.array(
    anyText().map((cell) => cell.replaceAll('\0', '').toWellFormed()),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(
      cells,
      fc.constantFrom<Delimiter>(',', ';', '\t', '|'),
      fc.boolean(),
      async (row, delimiter, crlf) => {
        const names = row.map((_, index) => `c${index}`);
        const columns = names.map((name) => ({
          name,
          kind: 'text' as const,
          summary: name,
          examples: ['', ''] as const,
        }));
        // A row of blanks alone is no row.
        fc.pre(row.some((cell) => cell.trim() !== ''));
        const content = csvLine(names, { delimiter, crlf }) + csvLine(row, { delimiter, crlf });
        const { rows } = await readAll(content, { delimiter }, clinicAction({ columns }), 5);
        expect(rows.map((read) => read.cells)).toEqual([row]);
      },
    ),
    { numRuns: isHard ? 300 : 100 },
  );
});

it('formulas are escaped on request, and unescaped by the reader', async () => {
  const line = csvLine(['c1', '=1+1', '-2'], { escapeFormulas: true, bom: true, crlf: true });
  expect(line).toBe("\uFEFFc1,'=1+1,'-2\r\n");
  const { rows } = await readAll(`id,name,zip\n${line.slice(1)}`, { unescapeFormulas: true });
  expect(rows[0]?.values).toEqual({ id: 'c1', name: '=1+1', zip: '-2' });
  const like = csvLine(['c1', "'=3", "''-2"], { escapeFormulas: true });
  const back = await readAll(`id,name,zip\n${like}`, { unescapeFormulas: true });
  expect(back.rows[0]?.values).toEqual({ id: 'c1', name: "'=3", zip: "''-2" });
});

it.each(bulkActions.map((action) => [action.name, action] as const))(
  'the template of %s validates unchanged',
  async (_name, action) => {
    const { rows } = await readAll(templateText(action), {}, action);
    expect(rows).toHaveLength(2);
    for (const { problems, warnings } of rows) expect([...problems, ...warnings]).toEqual([]);
  },
);

it('a template says what each column takes', () => {
  const template = templateText(clinicAction());
  for (const { name } of clinicColumns) expect(template).toContain(`# ${name}: `);
  expect(template).toContain('number_of_users: whole number from 1 to 500');
  expect(template).toContain('size: Small or Large');
});
