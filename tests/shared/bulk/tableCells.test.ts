import { describe, expect, it } from 'vitest';
import { clinicAction, readAll, reported } from './tableSetup.ts';

const valueIn = async (column: string, cell: string) => {
  const { rows } = await readAll(`id\t${column}\nc1\t"${cell.replaceAll('"', '""')}"`);
  return rows[0];
};

describe('cells', () => {
  it.each([
    ['name', ' A b ', 'A b'],
    ['zip', '\\N', null],
    ['zip', '02134', '02134'],
    ['zip', '=1+1', '=1+1'],
    ['zip', "'=1+1", "'=1+1"],
    ['number_of_users', '+7', 7],
    ['number_of_users', '7.0', 7],
    ['is_open', 'YES', true],
    ['is_open', '1', true],
    ['is_open', 'False', false],
    ['is_open', 'no', false],
    ['features', 'a| b ||a', ['a', 'b']],
    ['size', 'LARGE', 'Large'],
  ])('%s %j is read as %j', async (column, cell, value) => {
    const row = await valueIn(column, cell);
    expect(row?.problems).toEqual([]);
    expect(row?.values[column]).toEqual(value);
  });

  it('that are blank keep the current value', async () => {
    expect((await valueIn('zip', '  '))?.values).toEqual({ id: 'c1' });
  });

  it.each([
    ['name', '\\N', 'E-CELL-KEEPS'],
    ['id', '\\N', 'E-CELL-KEEPS'],
    ['name', 'x'.repeat(201), 'E-CELL-LENGTH'],
    ['features', `a|${'x'.repeat(31)}`, 'E-CELL-LENGTH'],
    ['features', '|', 'E-CELL-RULE'],
    ['number_of_users', '0', 'E-CELL-NUMBER'],
    ['number_of_users', '501', 'E-CELL-NUMBER'],
    ['number_of_users', '1.5', 'E-CELL-NUMBER'],
    ['number_of_users', '1e2', 'E-CELL-NUMBER'],
    ['is_open', 'maybe', 'E-CELL-FLAG'],
    ['size', 'Medium', 'E-CELL-WORD'],
    ['zip', 'a\0b', 'E-CELL-CHARACTER'],
    ['name', 'Lake\u202eedis', 'E-CELL-CHARACTER'],
    ['zip', '\u2066123', 'E-CELL-CHARACTER'],
    ['name', '\u200d\u2800', 'E-CELL-CHARACTER'],
  ])('%s %j is refused', async (column, cell, code) => {
    const text = column === 'id' ? `id\n${cell}` : `id\t${column}\nc1\t${cell}`;
    const [row] = (await readAll(text)).rows;
    expect(row?.problems).toEqual([expect.objectContaining({ column, code, row: 1, line: 2 })]);
    expect(row?.values[column]).toBeUndefined();
  });

  it.each([
    ['“Lakeside”', 'Lakeside', 'removed'],
    ['\u00a0Lakeside ', 'Lakeside', 'non-breaking spaces'],
    ['Lakeside\u00a0Clinic', 'Lakeside Clinic', 'non-breaking spaces'],
    ['O’Connor', 'O’Connor', 'not changed'],
  ])('%j is read as %j with a warning', async (cell, value, text) => {
    const row = await valueIn('name', cell);
    expect(row?.values['name']).toBe(value);
    expect(row?.problems).toEqual([]);
    expect(row?.warnings).toEqual([
      expect.objectContaining({
        column: 'name',
        code: 'W-CELL-PUNCTUATION',
        message: expect.stringContaining(text),
      }),
    ]);
  });

  it('take another token for clearing, and remove the protection against formulas on request', async () => {
    const text = 'id,name,zip\nc1,\'+A,NULL\nc2,"=""B""","=""007"""\n';
    const { rows } = await readAll(text, { nullToken: 'NULL', unescapeFormulas: true });
    expect(rows.map(({ values }) => values)).toEqual([
      { id: 'c1', name: '+A', zip: null },
      { id: 'c2', name: 'B', zip: '007' },
    ]);
    expect(rows[0]?.cells).toEqual(['c1', "'+A", 'NULL']);
  });
});

describe('a whole file', () => {
  it('reports all problems of all rows in file order, with row and line', async () => {
    const text = [
      'id,name,number_of_users,is_open',
      'c1,"a\nb",0,maybe',
      'c2,A,3',
      ',B,3,yes',
      'c3,C,3,no',
      'c3,C,3,no',
      'c3,D,3,no',
      '“c4”,E,x,no',
    ].join('\n');
    expect(await reported(text)).toEqual([
      '2 1 name E-CELL-CHARACTER',
      '2 1 number_of_users E-CELL-NUMBER',
      '2 1 is_open E-CELL-FLAG',
      '4 2 - E-CSV-WIDTH',
      '5 3 id E-CELL-REQUIRED',
      '7 5 - E-ROW-DUPLICATE',
      '8 6 - E-ROW-CONTRADICTS',
      '9 7 number_of_users E-CELL-NUMBER',
      '9 7 id W-CELL-PUNCTUATION',
    ]);
  });

  it('names the earlier row with the same key', async () => {
    const { rows } = await readAll('id,name\nc1,A\nc2,"B\nC"\nc1,A\n');
    expect(rows[2]?.problems[0]?.message).toContain('Row 1 (line 2)');
  });

  it('applies the rules of the action between cells and between rows', async () => {
    const action = clinicAction({
      problems: ({ zip, size }) =>
        zip === '1' && size === 'Small' ? [{ column: 'zip', code: 'E-CELL-RULE', message: 'no' }] : [],
      fileRule: () => {
        const seen = new Set<unknown>();
        return ({ name }) => {
          if (!seen.has(name)) {
            seen.add(name);
            return [];
          }
          return [{ column: 'name', code: 'E-ROW-CONTRADICTS', message: 'twice' }];
        };
      },
    });
    const text = 'id,name,zip,size\nc1,A,1,small\nc2,A,2,small\n';
    // A second pass starts with rules that have seen nothing.
    for (let pass = 0; pass < 2; pass += 1)
      expect(await reported(text, action)).toEqual(['2 1 zip E-CELL-RULE', '3 2 name E-ROW-CONTRADICTS']);
  });
});
