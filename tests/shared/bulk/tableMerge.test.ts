import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseOf, mergeCells, readBase } from '../../../shared/bulk/base.ts';
import type { Values } from '../../../shared/bulk/values.ts';
import { clinicAction, readAll } from './tableSetup.ts';

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 4 }),
);
const someValues: fc.Arbitrary<Values> = fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), cell, {
  noNullPrototype: true,
});

describe('_base', () => {
  it('is read back as it was exported', () => {
    fc.assert(
      fc.property(someValues, (values) => {
        expect(readBase(baseOf(values))).toEqual(values);
      }),
    );
  });

  it('detects any altered character', () => {
    fc.assert(
      fc.property(someValues, fc.nat(), fc.stringMatching(/^[\w.-]$/), (values, offset, character) => {
        const text = baseOf(values);
        const at = offset % text.length;
        fc.pre(text[at] !== character);
        const altered = readBase(text.slice(0, at) + character + text.slice(at + 1));
        // The last digit of base64 may hold bits that say nothing.
        if (altered !== null) expect(altered).toEqual(values);
      }),
    );
    expect(readBase('')).toBeNull();
    expect(readBase('v1.0000000000000000.e30')).toBeNull();
    expect(readBase(baseOf({ a: 'x' }).slice(0, -2))).toBeNull();
  });
});

describe('merging', () => {
  const base = { name: 'Lakeside', city: 'Tucson', features: ['a', 'b'] };

  it('sends only the cells that were edited', () => {
    const local = { name: 'Lakeside', city: 'Mesa', features: ['b', 'a'] };
    expect(mergeCells({ base, current: base, local })).toEqual({
      changes: { city: 'Mesa' },
      conflicts: [],
      warnings: [],
    });
  });

  it('keeps a value that another user changed in the meantime', () => {
    const current = { ...base, name: 'Lakeside Clinic' };
    expect(mergeCells({ base, current, local: base }).changes).toEqual({});
  });

  it('shows all three sides of a cell that both changed', () => {
    const merge = mergeCells({ base, current: { ...base, city: 'Yuma' }, local: { ...base, city: 'Mesa' } });
    expect(merge).toEqual({
      changes: {},
      conflicts: [{ column: 'city', base: 'Tucson', remote: 'Yuma', local: 'Mesa' }],
      warnings: [],
    });
  });

  it('is no conflict if both sides set the same value', () => {
    const edited = { ...base, city: 'Mesa' };
    expect(mergeCells({ base, current: edited, local: edited })).toEqual({ changes: {}, conflicts: [], warnings: [] });
  });

  it('clears an unchanged value; clearing a value that another user changed is a conflict', () => {
    expect(mergeCells({ base, current: base, local: { city: null } }).changes).toEqual({ city: null });
    expect(mergeCells({ base, current: { ...base, city: 'Yuma' }, local: { city: null } }).conflicts).toHaveLength(1);
    expect(
      mergeCells({ base: { features: [] }, current: { features: [] }, local: { features: null } }).changes,
    ).toEqual({});
  });

  it('compares a column that was not exported with the current value', () => {
    expect(mergeCells({ base: {}, current: { zip: '1', name: 'A' }, local: { zip: '2', name: 'A' } })).toMatchObject({
      changes: { zip: '2' },
      conflicts: [],
    });
  });

  it.each([
    ['02134', '2134'],
    ['123456789012', '1.23457E+11'],
    ['123456789012', '1,23E+11'],
    ['true', 'TRUE'],
    ['5', '5.0'],
    ['1.10', '1.1'],
    ['+15205550142', '15205550142'],
    [' Lakeside ', 'Lakeside'],
  ])('takes %j, of which a spreadsheet made %j, for unchanged and says so', (former, damaged) => {
    const merge = mergeCells({ base: { zip: former }, current: { zip: former }, local: { zip: damaged } });
    expect(merge).toEqual({ changes: {}, conflicts: [], warnings: [{ column: 'zip', base: former, local: damaged }] });
  });

  it.each([
    ['2134', '02134'],
    ['02134', '2135'],
    ['123456789012', '1.24E+11'],
    ['1.1', '1.10'],
    ['TRUE', 'true'],
    ['5', '6.0'],
    ['', '0'],
  ])('takes %j edited to %j for an edit', (former, edited) => {
    const merge = mergeCells({ base: { zip: former }, current: { zip: former }, local: { zip: edited } });
    expect(merge).toEqual({ changes: { zip: edited }, conflicts: [], warnings: [] });
  });
});

describe('rows with _base', () => {
  const merging = clinicAction({
    merges: true,
    problems: ({ zip }) =>
      typeof zip === 'string' && zip.length !== 5
        ? [{ column: 'zip', code: 'E-CELL-RULE', message: 'five digits' }]
        : [],
  });
  const exported = baseOf({ name: 'Lakeside', zip: '02134', number_of_users: 3 });

  it('have the edited cells only, and rules check only those', async () => {
    const { rows } = await readAll(`id,name,zip,number_of_users,_base\nc1,Hilltop,2134,3.0,${exported}`, {}, merging);
    expect(rows[0]?.values).toEqual({ id: 'c1', name: 'Hilltop' });
    expect(rows[0]?.problems).toEqual([]);
    expect(rows[0]?.warnings.map(({ column, code }) => [column, code])).toEqual([
      ['zip', 'W-CELL-RESTORED'],
      ['number_of_users', 'W-CELL-RESTORED'],
    ]);
  });

  it('have no warning if a spreadsheet changed only case or blanks', async () => {
    const direct = { name: 'direct_enabled', kind: 'flag', summary: 'whether', examples: ['', ''] } as const;
    const action = { ...merging, columns: [...merging.columns, direct] };
    const base = baseOf({ name: 'Lake Side', direct_enabled: true });
    const { rows } = await readAll(`id,name,direct_enabled,_base\nc1,Lake\u00a0Side,TRUE,${base}`, {}, action);
    expect(rows[0]).toMatchObject({ values: { id: 'c1' }, problems: [], warnings: [] });
  });

  it('that Excel wrote as ="text" are read as the text, without an option', async () => {
    const { rows } = await readAll('id,name,zip\n"=""c1""",Hill,"=""02134"""', {}, merging);
    expect(rows[0]).toMatchObject({ values: { id: 'c1', zip: '02134' }, problems: [] });
  });

  it('have no edit if the export only escaped a formula', async () => {
    const base = baseOf({ name: '=SUM(A1)' });
    const { rows } = await readAll(`id,name,_base\nc1,'=SUM(A1),${base}`, {}, merging);
    expect(rows[0]).toMatchObject({ values: { id: 'c1' }, problems: [] });
  });

  it('that no spreadsheet saved have an edit in a cell that only looks like damage', async () => {
    const text = `id,phone,number_of_users,_base\nc1,15205550142,3,${baseOf({ phone: '+15205550142', number_of_users: 3 })}`;
    const phone = { name: 'phone', kind: 'text', summary: 'its phone', examples: ['', ''] } as const;
    const action = { ...merging, columns: [...merging.columns, phone] };
    const { rows } = await readAll(text, { exact: true }, action);
    expect(rows[0]).toMatchObject({ values: { id: 'c1', phone: '15205550142' }, warnings: [] });
    const sides = {
      base: { phone: '+15205550142' },
      current: { phone: '+15205550142' },
      local: { phone: '15205550142' },
    };
    expect(mergeCells({ ...sides, exact: true }).changes).toEqual({ phone: '15205550142' });
    expect(mergeCells(sides).changes).toEqual({});
  });

  it('are refused if _base was altered', async () => {
    const { rows } = await readAll(`id,name,_base\nc1,A,${exported.replace('v1.', 'v1.0')}\nc2,B,x`, {}, merging);
    expect(rows.map(({ problems }) => problems.map(({ code }) => code))).toEqual([['E-CELL-BASE'], ['E-CELL-BASE']]);
  });

  it('count every cell where _base is blank', async () => {
    expect((await readAll('id,name,_base\nc1,A,', {}, merging)).rows[0]?.values).toEqual({ id: 'c1', name: 'A' });
  });
});
