import { expect, it } from 'vitest';
import { openTable } from '../../../shared/bulk/table.ts';
import { clinicAction, fileOf, readAll } from './tableSetup.ts';

it('reads cells of 100 kB and refuses longer ones with a short message', async () => {
  const long = 'x"y,\n'.repeat(20_000);
  const { rows } = await readAll(`id,zip,name\nc1,"${long.replaceAll('"', '""')}",A\nc2,1,B\n`);
  expect(rows[0]?.cells[1]).toBe(long);
  expect(rows[0]?.problems[0]).toMatchObject({ column: 'zip', code: 'E-CELL-LENGTH' });
  expect(rows[0]?.problems[0]?.message.length).toBeLessThan(200);
  expect(rows[1]).toMatchObject({ line: 20_003, values: { name: 'B' } });
});

it('reads 10,000 columns', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `_c${index}`);
  const { rows } = await readAll(`id,${names.join(',')}\nc1,${names.join(',')}\n`);
  expect(rows[0]).toMatchObject({ values: { id: 'c1' }, problems: [] });
  expect(rows[0]?.cells).toHaveLength(10_001);
});

it('refuses 10,000 unknown columns with a short message', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
  const refused = await readAll(`id,${names.join(',')}\n`).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'E-CSV-COLUMN', message: expect.stringContaining('And 9990 more.') });
  expect(String(refused).length).toBeLessThan(2000);
});

it.each([
  ['at the end of the file', 'id,name\nc1,A\nc2,"B\nc3,C\n', 3],
  ['behind a cell of several lines', 'id,zip,name\nc1,"a\r\nb\r\nc","B\nc3,C\n', 4],
])('names the line in which a quote was opened that is never closed, %s', async (_name, text, line) => {
  for (const step of [1, 65_536])
    await expect(readAll(text, {}, clinicAction(), step)).rejects.toMatchObject({
      code: 'E-CSV-QUOTES',
      message: `The quote opened in line ${line} is never closed.`,
    });
});

it('gives the rows before the quote that is never closed', async () => {
  const table = await openTable(fileOf('id,name\nc1,A\nc2,B\nc3,"C\n'), clinicAction());
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const { row } of table.rows()) seen.push(row);
    })(),
  ).rejects.toMatchObject({ code: 'E-CSV-QUOTES' });
  expect(seen).toEqual([1, 2]);
});

it('stops reading after a quote that is never closed', { tags: ['hard'] }, async () => {
  let input = 0;
  const source = {
    name: 'endless.csv',
    async *chunks(): AsyncGenerator<Uint8Array> {
      input = 0;
      yield new TextEncoder().encode('id,name\nc1,"A\n');
      const more = new TextEncoder().encode('c2,B\n'.repeat(20_000));
      for (; input < 1_000; input += 1) yield more;
    },
  };
  const table = await openTable(source, clinicAction());
  await expect(Array.fromAsync(table.rows())).rejects.toMatchObject({
    code: 'E-CSV-QUOTES',
    message: expect.stringContaining('16 MB'),
  });
  expect(input).toBeLessThan(200);
});

it.each([
  ['behind a closing one', 'id,name\nc1,"A" B\n', 'something follows a closing quote'],
  ['inside a bare cell', 'id,name\nc1,A "B"\n', 'a quote stands inside a cell'],
])('refuses a quote %s, with cell and line', async (_name, text, message) => {
  await expect(readAll(text)).rejects.toMatchObject({
    code: 'E-CSV-QUOTES',
    message: expect.stringMatching(`In cell 2 of line 2 ${message}`),
  });
});

it('stops reading the file when the consumer stops', async () => {
  let input = 0;
  let closed = 0;
  const source = {
    name: 'long.csv',
    async *chunks(): AsyncGenerator<Uint8Array> {
      try {
        yield new TextEncoder().encode('id\n');
        for (let index = 0; index < 10_000; index += 1) {
          input = index;
          yield new TextEncoder().encode(`c${index}\n`);
        }
      } finally {
        closed += 1;
      }
    },
  };
  const table = await openTable(source, clinicAction());
  const opened = closed;
  for await (const { row } of table.rows()) if (row === 3) break;
  expect(input).toBeLessThan(10);
  expect(closed).toBe(opened + 1);
});

it('column names of Object.prototype are unknown columns like any other', async () => {
  await expect(readAll('id,__proto__,constructor\nc1,1,2')).rejects.toMatchObject({ code: 'E-CSV-COLUMN' });
});
