type NastyMail = readonly [what: string, make: () => string | Buffer];

/** Mails that are made to hurt by mass alone: each takes many seconds of the process that reads it. */
export const massiveMails: readonly NastyMail[] = [
  ['24 MB of empty lines', () => Buffer.concat([Buffer.from(`${from}\r\n`), Buffer.alloc(24_000_000, '\r\n')])],
  ['10 MB in one line', () => `${from}\r\n${'x'.repeat(10_000_000)}`],
  ['3 MB of less-than signs', () => `${from}Content-Type: text/html\r\n\r\n${'<'.repeat(3_000_000)}`],
  ['1 MB of entities', () => `${from}Content-Type: text/html\r\n\r\n${'&amp'.repeat(250_000)}`],
  ['3 MB of opening tags', () => `${from}Content-Type: text/html\r\n\r\n${'<div>'.repeat(600_000)}`],
  [
    'flowed text of 200,000 lines',
    () => `${from}Content-Type: text/plain; format=flowed\r\n\r\n${'a \r\n'.repeat(200_000)}`,
  ],
  [
    'parameters in 5,000 pieces',
    () =>
      `${multipart}--q\r\nContent-Type: application/pdf${Array.from({ length: 5_000 }, (_, at) => `; name*${at}*=%41`).join('')}\r\nContent-Disposition: attachment\r\n\r\nx\r\n--q--`,
  ],
];

/** Mails that are made to hurt: by depth, by what they say of themselves, by broken encodings. */
export const nastyMails: readonly NastyMail[] = [
  ['5,000 parts within parts', () => `${from}${nested(5_000)}`],
  ['29 parts within parts', () => `${from}${nested(29)}`],
  ['100,000 parts', () => `${multipart}${'--q\r\n\r\n'.repeat(100_000)}`],
  ['9,000 attachments', () => `${multipart}${attachment('x').repeat(9_000)}--q--`],
  ['51 attachments', () => `${multipart}${attachment('x').repeat(51)}--q--`],
  [
    '40 messages within messages',
    () => `${from}${'Content-Type: message/rfc822\r\n\r\nFrom: a@b.example\r\n'.repeat(40)}\r\nx`,
  ],
  ['1 MB of headers', () => `${from}${'X-Filler: abcdefghij\r\n'.repeat(50_000)}\r\nx`],
  ['one header of 400 kB', () => `${from}X-Filler: ${'x'.repeat(400_000)}\r\n\r\nx`],
  ['100,000 folded header lines', () => `${from}X-Filler: a${'\r\n b'.repeat(100_000)}\r\n\r\nx`],
  ['a subject of 30,000 encoded words', () => `${from}Subject: ${'=?utf-8?B?QQ==?= '.repeat(25_000)}\r\n\r\nx`],
  ['a From of nothing but angle brackets', () => `From: ${'<'.repeat(200_000)}\r\n\r\nx`],
  ['a From of 50,000 groups', () => `From: ${'g:'.repeat(50_000)}a@b.example;\r\n\r\nx`],
  ['a From of 100,000 quotes', () => `From: ${'"'.repeat(100_000)} <a@b.example>\r\n\r\nx`],
  ['a From of 100,000 comments', () => `From: ${'('.repeat(100_000)} a@b.example\r\n\r\nx`],
  ['a To of 40,000 addresses', () => `${from}To: ${'a@b.example, '.repeat(30_000)}c@d.example\r\n\r\nx`],
  ['a From with NUL', () => 'From: a\0@b.example\r\n\r\nx'],
  ['a From of two at signs', () => 'From: a@b@c.example\r\n\r\nx'],
  ['a From that hides another', () => 'From: "a@trusted.example" <\u202Eb@evil.example>\r\n\r\nx'],
  ['a Message-ID of 100 kB', () => `${from}Message-ID: <${'x'.repeat(100_000)}@b.example>\r\n\r\nx`],
  ['a Message-ID with markup', () => `${from}Message-ID: <<script>alert(1)</script>@b.example>\r\n\r\nx`],
  ['NUL in the text', () => `${from}\r\na\0b`],
  ['NUL in a file name', () => `${multipart}${attachment('a\0b.pdf')}--q--`],
  [
    'a lone surrogate in UTF-16',
    () =>
      Buffer.concat([
        Buffer.from(`${from}Content-Type: text/plain; charset=utf-16le\r\n\r\n`),
        Buffer.from([0, 0xd8, 0x41, 0]),
      ]),
  ],
  ['an unknown charset', () => `${from}Content-Type: text/plain; charset=klingon\r\n\r\nx`],
  ['UTF-7', () => `${from}Content-Type: text/html; charset=utf-7\r\n\r\n+ADw-script+AD4-alert(1)+ADw-/script+AD4-`],
  ['an unknown transfer encoding', () => `${from}Content-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 x`],
  ['base64 that is none', () => `${from}Content-Transfer-Encoding: base64\r\n\r\n!!!!====%%%%`],
  ['quoted-printable that is none', () => `${from}Content-Transfer-Encoding: quoted-printable\r\n\r\n=ZZ=\u0000=`],
  ['a boundary of blanks', () => `${from}Content-Type: multipart/mixed; boundary="   "\r\n\r\n--   \r\n\r\nx`],
  ['a boundary of 100 kB', () => `${from}Content-Type: multipart/mixed; boundary="${'q'.repeat(100_000)}"\r\n\r\n--q`],
  ['no end of the last part', () => `${multipart}${attachment('x.pdf')}`],
  [
    'two content types',
    () => `${from}Content-Type: text/plain\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\n\r\nx\r\n--q--`,
  ],
  [
    'a parameter named __proto__',
    () =>
      `${multipart}--q\r\nContent-Type: application/pdf; __proto__=x; constructor=y; name*__proto__*=z\r\nContent-Disposition: attachment\r\n\r\nx\r\n--q--`,
  ],
  ['a header named __proto__', () => `${from}__proto__: x\r\nconstructor: y\r\n\r\nx`],
  [
    'random bytes',
    () =>
      Buffer.concat([Buffer.from(from), Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 251))]),
  ],
];

const from = 'From: a@side.example\r\nMIME-Version: 1.0\r\n';
const multipart = `${from}Content-Type: multipart/mixed; boundary=q\r\n\r\n`;
const attachment = (name: string) =>
  `--q\r\nContent-Type: application/pdf; name="${name}"\r\nContent-Disposition: attachment\r\n\r\nx\r\n`;
const nested = (depth: number): string =>
  Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join(
    '',
  );
