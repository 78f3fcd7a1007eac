import { describe, expect, it } from 'vitest';
import { clinicAction, readAll } from './tableSetup.ts';

const utf16 = (text: string, bigEndian: boolean): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), !bigEndian);
  return bytes;
};

const simple = 'id,name\nc1,Zoë\nc2,Müller 😀\n';
const names = ['Zoë', 'Müller 😀'];

const namesIn = async (...read: Parameters<typeof readAll>) =>
  (await readAll(...read)).rows.map(({ values }) => values['name']);

describe('encodings', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode(simple), 'UTF-8'],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${simple}`), 'UTF-8'],
    ['UTF-16LE with a byte order mark', utf16(`\uFEFF${simple}`, false), 'UTF-16LE'],
    ['UTF-16BE with a byte order mark', utf16(`\uFEFF${simple}`, true), 'UTF-16BE'],
  ])('reads %s, also when it comes byte by byte', async (_name, bytes, encoding) => {
    expect(await namesIn(bytes)).toEqual(names);
    const { head, rows } = await readAll(bytes, {}, clinicAction(), 1);
    expect(rows.map(({ values }) => values['name'])).toEqual(names);
    expect(head.encoding).toBe(encoding);
    expect(head.notes[0]).toContain(encoding);
  });

  it('reads a named encoding', async () => {
    const bytes = Uint8Array.of(...new TextEncoder().encode('id,name\nc1,Zo'), 0xeb, 0x0a);
    expect(await namesIn(bytes, { encoding: 'windows-1252' })).toEqual(['Zoë']);
    expect(await namesIn(utf16(simple, true), { encoding: 'utf-16be' })).toEqual(names);
  });

  it('refuses bytes that are no UTF-8, with their offset and line', async () => {
    const start = new TextEncoder().encode('id,name\r\nc1,"Zoë\r\n\u20ac');
    const bytes = Uint8Array.of(...start, 0xe2, 0x82, 0x41, 0x0a);
    for (const step of [1, 5, 65_536])
      await expect(readAll(bytes, {}, clinicAction(), step)).rejects.toMatchObject({
        code: 'E-CSV-ENCODING',
        message: expect.stringContaining(`offset ${start.length} (line 3)`),
        hint: expect.stringContaining('windows-1252'),
      });
  });

  it('refuses a file that ends in the middle of a character', async () => {
    const bytes = Uint8Array.of(...new TextEncoder().encode('id,name\nc1,Zo'), 0xc3);
    await expect(readAll(bytes)).rejects.toMatchObject({
      code: 'E-CSV-ENCODING',
      message: expect.stringContaining('offset 13 (line 2)'),
    });
  });

  it('refuses half a character of UTF-16', async () => {
    await expect(readAll(utf16('\uFEFFid,name\nc1,x\ud83dy\n', false))).rejects.toMatchObject({
      code: 'E-CSV-ENCODING',
      message: expect.stringContaining('offset 26 (line 2)'),
    });
  });

  it.each([
    ['a spreadsheet file', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6, 0), /spreadsheet file.*save it as CSV/],
    ['an old spreadsheet file', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), /spreadsheet file.*save it as CSV/],
    ['a compressed file', Uint8Array.of(0x1f, 0x8b, 8, 0), /compressed/],
    ['UTF-16 without a mark', utf16(simple, false), /looks like UTF-16/],
    ['bytes that are no text', Uint8Array.from({ length: 400 }, (_, index) => (index % 3 === 0 ? 0 : 65)), /not text/],
  ])('says what is wrong with %s', async (_name, bytes, message) => {
    await expect(readAll(bytes)).rejects.toMatchObject({
      code: 'E-CSV-ENCODING',
      message: expect.stringMatching(message),
    });
  });
});

describe('delimiters and line ends', () => {
  it.each([
    [',', ','],
    [';', ';'],
    ['\t', 'TAB'],
    ['|', '|'],
  ])('finds the delimiter %j from the header and says so', async (delimiter, name) => {
    const text = [
      ['id', '"name"', 'zip'],
      ['c1', '"a,b;c|d"', '7'],
    ]
      .map((cells) => cells.join(delimiter))
      .join('\n');
    const { head, rows } = await readAll(text);
    expect(head.delimiter).toBe(delimiter);
    expect(head.notes).toContain(`UTF-8, delimiter ${name}`);
    expect(rows[0]?.values).toEqual({ id: 'c1', name: 'a,b;c|d', zip: '7' });
  });

  it('takes the delimiter of the option, and the one of a line sep=', async () => {
    expect((await readAll('id;x\nc1;2', { delimiter: ';', map: { x: 'zip' } })).rows[0]?.values['zip']).toBe('2');
    expect((await readAll('sep=|\nid|name\nc1|a')).rows[0]).toMatchObject({ line: 3, values: { name: 'a' } });
  });

  it('reads a file of one column', async () => {
    expect((await readAll('id\nc1\nc2')).rows.map(({ cells }) => cells)).toEqual([['c1'], ['c2']]);
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('counts rows and lines with %s, comments, blank lines and cells of several lines', async (_name, end) => {
    const lines = [
      '# a comment',
      '"# another, quoted",',
      'id,name',
      'c1,"one',
      'two',
      '',
      'four"',
      '',
      'c3,"a ""b"""',
      'c4,x',
      ',',
      '',
      '',
    ];
    const text = lines.join(end);
    for (const step of [1, 2, 7, 65_536]) {
      const { head, rows } = await readAll(text, {}, clinicAction(), step);
      expect(rows.map(({ row, line }) => [row, line])).toEqual([
        [1, 4],
        [2, 8],
        [3, 9],
        [4, 10],
      ]);
      expect(rows[0]?.cells).toEqual(['c1', ['one', 'two', '', 'four'].join(end)]);
      expect(rows[2]?.values['name']).toBe('a "b"');
      expect(head.notes).toContain('2 comment lines before the header left out');
    }
  });

  it('drops blank rows at the end and reports those in between, unless they are skipped', async () => {
    const text = 'id,name\nc1,a\n,\n\nc2,b\n,\n\n';
    expect((await readAll(text)).rows.map(({ row, problems }) => [row, problems[0]?.code])).toEqual([
      [1, undefined],
      [2, 'E-CSV-BLANK'],
      [3, 'E-CSV-BLANK'],
      [4, undefined],
    ]);
    expect((await readAll(text, { skipBlank: true })).rows.map(({ row, line }) => [row, line])).toEqual([
      [1, 2],
      [4, 5],
    ]);
  });

  it('takes the selected rows, with their row numbers', async () => {
    const text = `id\n${Array.from({ length: 9 }, (_, index) => `c${index + 1}`).join('\n')}`;
    const taken = async (rows: string) => (await readAll(text, { rows })).rows.map(({ row }) => row);
    expect(await taken('2-4,7')).toEqual([2, 3, 4, 7]);
    expect(await taken('8-')).toEqual([8, 9]);
    expect(await taken('7-30')).toEqual([7, 8, 9]);
    await expect(taken('20-30')).rejects.toMatchObject({ code: 'E-CSV-EMPTY' });
    await expect(taken('1,99')).rejects.toMatchObject({
      code: 'E-CSV-ROWS',
      message: expect.stringContaining('row 99'),
    });
    for (const wrong of ['', 'a', '4-2', '0', '1;2'])
      await expect(taken(wrong)).rejects.toMatchObject({ code: 'E-CSV-ROWS' });
  });

  it.each(['', '\n\n', '# only a comment\n', 'id,name\n', 'id,name\n,\n\n'])(
    'refuses a file without rows: %j',
    async (text) => {
      await expect(readAll(text)).rejects.toMatchObject({ code: 'E-CSV-EMPTY' });
    },
  );
});
