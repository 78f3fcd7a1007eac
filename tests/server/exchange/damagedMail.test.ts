import { describe, expect, test } from 'vitest';
import { parseMail } from '../../../server/exchange/inbound/parseMail.ts';

const read = (text: string) => parseMail(new Uint8Array(Buffer.from(text.replaceAll('\n', '\r\n'))), 'here.example');
const file = (body: string, encoding = 'base64') =>
  `--q\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: ${encoding}\nContent-Disposition: attachment\n\n${body}\n`;
const mixed = (parts: string, end = '--q--\n') =>
  `From: a@side.example\nContent-Type: multipart/mixed; boundary="q"\n\n${parts}${end}`;
const pdf = Buffer.from('%PDF-1.4 a small file').toString('base64');

const damaged = { kind: 'refused', reason: 'One of its parts is not valid base64: it was damaged on its way.' };
const cutOff = {
  kind: 'refused',
  reason: 'It is multipart and its closing boundary is missing: it was cut off on its way.',
};

describe('a mail that was damaged on its way is refused with the reason', () => {
  test.each([
    ['letters that base64 does not have', file(`${pdf.slice(0, 8)}!?${pdf.slice(8)}`)],
    ['a unit of one character', file(`${pdf.slice(0, 8)}A`)],
    ['nothing of base64 at all', file('%%%%')],
    ['a damaged file before a good one', file('%%%%') + file(pdf)],
    ['a damaged text', '--q\nContent-Transfer-Encoding: base64\n\nnot base64!\n'],
    ['a folded header', file('%%%%').replace('Encoding: ', 'Encoding:\n ')],
    [
      'a damaged file in an inner multipart',
      `--q\nContent-Type: multipart/mixed; boundary=r\n\n${file('%%').replace('--q', '--r')}--r--\n`,
    ],
    [
      'a damaged file in a forwarded message',
      `--q\nContent-Type: message/rfc822\n\nFrom: b@side.example\nContent-Type: multipart/mixed; boundary=r\n\n${file('%%').replace('--q', '--r')}--r--\n`,
    ],
  ])('%s', async (_what, parts) => expect(await read(mixed(parts))).toEqual(damaged));

  test('one without its closing boundary', async () => {
    expect(await read(mixed(file(pdf), ''))).toEqual(cutOff);
    expect(await read(mixed(file(pdf), '--q-\n'))).toEqual(cutOff);
  });
});

describe('a mail that only looks unusual is read', () => {
  test.each([
    ['no padding at the end', file(pdf.replace(/=+$/, ''))],
    ['padding in every line', file('JVBERi0xLjQ=\nIGEgc21hbGwgZmlsZQ==')],
    ['blanks around the lines', file(`  ${pdf.slice(0, 8)}\t\n ${pdf.slice(8)}`)],
  ])('base64 with %s', async (_what, parts) => {
    const verdict = await read(mixed(parts));
    const [attachment] = verdict.kind === 'mail' ? verdict.mail.attachments : [];
    expect(Buffer.from(attachment?.bytes ?? []).toString()).toBe('%PDF-1.4 a small file');
  });

  test.each([
    ['text before, between and after the parts', mixed(`preamble\n${file(pdf)}`, '--q-- \nepilogue!')],
    [
      'an inner multipart that the outer one ends',
      mixed(`--q\nContent-Type: multipart/mixed; boundary=r\n\n--r\n\nx\n`),
    ],
    ['letters outside base64 in other encodings', mixed(file('!?%', '8bit'))],
    [
      'a boundary that begins another one',
      mixed(`--q\nContent-Type: multipart/mixed; boundary=qq\n\n--qq\n\nx\n--qq--\n`),
    ],
    ['one address twice in From', 'From: "A" <a@side.example>, a@SIDE.example\n\nx'],
    ['a comma in the name of From', 'From: "Lee, Ann" <a@side.example>\n\nx'],
  ])('with %s', async (_what, mail) => expect(await read(mail)).toMatchObject({ kind: 'mail' }));

  test('a NUL in an encoded text is displayed as a replacement character', async () => {
    const body = Buffer.from('a\0b').toString('base64');
    expect(await read(`From: a@side.example\nContent-Transfer-Encoding: base64\n\n${body}\n`)).toMatchObject({
      mail: { body: 'a\uFFFDb' },
    });
  });
});
