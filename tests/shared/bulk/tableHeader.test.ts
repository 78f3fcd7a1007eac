import { describe, expect, it } from 'vitest';
import { baseOf } from '../../../shared/bulk/base.ts';
import { clinicAction, readAll } from './tableSetup.ts';

describe('headers', () => {
  it('match without case, blanks and underscores', async () => {
    const { head, rows } = await readAll(' ID ,Number of Users,IsOpen\nc1,5,yes');
    expect(head.columns).toEqual(['id', 'number_of_users', 'is_open']);
    expect(head.header).toEqual([' ID ', 'Number of Users', 'IsOpen']);
    expect(rows[0]?.values).toEqual({ id: 'c1', number_of_users: 5, is_open: true });
  });

  it('are mapped or left out by the options', async () => {
    const { head, rows } = await readAll('Clinic no,Remarks,name\nc1,x,A', {
      map: { 'Clinic no': 'id', remarks: null },
    });
    expect(head.columns).toEqual(['id', null, 'name']);
    expect(head.notes).toContain('columns left out: Remarks');
    expect(rows[0]?.values).toEqual({ id: 'c1', name: 'A' });
  });

  it('that start with an underscore are left out', async () => {
    expect((await readAll('_row,id,_error\n1,c1,bad')).rows[0]?.values).toEqual({ id: 'c1' });
  });

  it('that are empty are valid above empty cells only', async () => {
    expect((await readAll('id,name,,\nc1,A,,')).rows[0]?.problems).toEqual([]);
    expect((await readAll('id,name,,\nc1,A,,x')).rows[0]?.problems[0]).toMatchObject({
      code: 'E-CSV-WIDTH',
      message: expect.stringContaining('Cell 4'),
    });
  });

  it.each([
    ['an unknown one, with what may be meant', 'id,nmae\nc1,A', 'E-CSV-COLUMN', /"nmae".*Did you mean "name"/],
    ['one that stands twice', 'id,name,Name\nc1,A,B', 'E-CSV-HEADER', /"name" \(cell 2\) and "Name" \(cell 3\)/],
    ['a missing required one', 'name\nA', 'E-CSV-HEADER', /column id is missing/],
    ['everything at once', 'name,x,NAME\nA', 'E-CSV-COLUMN', /"x".*cell 1.*id is missing/],
  ])('refused: %s', async (_name, text, code, message) => {
    await expect(readAll(text)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('refuses a mapping of a missing column', async () => {
    await expect(readAll('id\nc1', { map: { ident: 'id' } })).rejects.toMatchObject({ code: 'E-CSV-HEADER' });
    await expect(readAll('id,x\nc1,1', { map: { x: 'zipp' } })).rejects.toMatchObject({
      code: 'E-CSV-COLUMN',
      message: expect.stringContaining('Did you mean "zip"'),
    });
  });

  it('keep _base for an action that merges, and only for it', async () => {
    const text = `id,name,_base\nc1,A,${baseOf({ name: 'B' })}`;
    expect((await readAll(text, {}, clinicAction({ merges: true }))).rows[0]?.base).toBe(baseOf({ name: 'B' }));
    expect((await readAll(text)).rows[0]?.base).toBeUndefined();
  });
});
