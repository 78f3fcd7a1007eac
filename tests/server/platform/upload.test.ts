import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../shared/contract/endpoint.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { asAnn, asUser, startPlatform, type TestPlatform } from './testPlatform.ts';

const maxBytes = 2048;
const body = z.strictObject({ name: z.string().min(1, 'is required') });
const seen = z.object({ name: z.string(), file: z.array(z.string()).nullable(), calls: z.number() });
const row = {
  summary: 'Test',
  access: ['SysAdmin'],
  body,
  response: { kind: 'json', schema: seen },
  errors: ['E-FILE-TOO-LARGE'],
} as const;

const rows = {
  needed: endpoint({
    ...row,
    method: 'POST',
    path: '/api/letters',
    upload: { part: 'letter', file: 'required', types: 'what this call takes', maxBytes },
  }),
  optional: endpoint({
    ...row,
    method: 'PUT',
    path: '/api/letters',
    upload: { part: 'letter', file: 'optional', types: 'what this call takes', maxBytes },
  }),
  plain: endpoint({ ...row, method: 'POST', path: '/api/plain' }),
};

let calls = 0;
const handle = async (input: {
  body: { name: string };
  file?: { name: string; mediaType: string; bytes: Uint8Array } | undefined;
}) => {
  calls += 1;
  const { file } = input;
  return {
    name: input.body.name,
    file: file ? [file.name, file.mediaType, Buffer.from(file.bytes).toString('base64')] : null,
    calls,
  };
};

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ rows, handlers: () => ({ needed: handle, optional: handle, plain: handle }) });
});
afterAll(() => platform.close());

type Part = readonly [disposition: string, content: string | Buffer];
const json: Part = ['name="letter"', '{"name":"Ann"}'];
const file = (content: string | Buffer = 'hello', name = 'a.txt'): Part => [
  `name="file"; filename="${name}"\r\nContent-Type: text/x-claimed`,
  content,
];

const form = (parts: readonly Part[]) =>
  Buffer.concat([
    ...parts.flatMap(([disposition, content]) => [
      Buffer.from(`--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--edge--\r\n'),
  ]);

const send = (payload: Buffer | string, headers: Record<string, string> = {}, method: 'POST' | 'PUT' = 'POST') =>
  platform.app.inject({
    method,
    url: '/api/letters',
    headers: { ...asAnn, 'content-type': 'multipart/form-data; boundary=edge', ...headers },
    payload,
  });
const seenOf = async (answer: ReturnType<typeof send>) => {
  const { statusCode, ...rest } = await answer;
  expect(statusCode, rest.body).toBe(200);
  return rest.json<z.output<typeof seen>>();
};

describe('a form with a JSON field and a file', () => {
  test('reaches the handler with every byte of the file', async () => {
    const bytes = Buffer.from(Array.from({ length: 1024 }, (_, at) => at % 256));
    const { name, file: received } = await seenOf(send(form([json, file(bytes, 'grüße.bin')])));
    expect([name, received]).toEqual(['Ann', ['grüße.bin', 'text/x-claimed', bytes.toString('base64')]]);
  });

  test('has its JSON field as a small file, as browsers send a Blob', async () => {
    const blob: Part = ['name="letter"; filename="blob"\r\nContent-Type: application/json', '{"name":"Ben"}'];
    const { name, file: received } = await seenOf(send(form([blob, file()])));
    expect([name, received?.[0]]).toEqual(['Ben', 'a.txt']);
  });

  test.each([
    ['../../x.png', 'x.png'],
    ['..\\..\\x.png', 'x.png'],
    ['C:\\x\\logo.png', 'logo.png'],
    ['C:/x/logo.png', 'logo.png'],
    ['/etc/passwd', 'passwd'],
    ['..%2f..%5Clogo.png', 'logo.png'],
    ['folder/', 'folder'],
    ['..', 'file'],
    ['/', 'file'],
    ['CON', 'CON'],
    ['.hidden', '.hidden'],
    ['a%0D%0AX-Evil: 1.txt', 'aX-Evil: 1.txt'],
    ['a\tb\u0007\u2028c\u0085.txt', 'abc.txt'],
    ['a\u202efdp.txt', 'afdp.txt'],
    [`${'n'.repeat(400)}.txt`, `${'n'.repeat(251)}.txt`],
    [`${'n'.repeat(254)}😀`, `${'n'.repeat(254)}\ufffd`],
    ['grüße 1.pdf', 'grüße 1.pdf'],
  ])('carries the name of the file alone, whatever path the client sends: %s', async (sent, name) => {
    const { file: received } = await seenOf(send(form([json, file('x', sent.replaceAll('\\', '\\\\'))])));
    expect(received?.[0]).toBe(name);
  });
});

describe('where the file is optional', () => {
  test('a form without a file, one whose file was not chosen, and plain JSON will do', async () => {
    const bodies: [Buffer | string, Record<string, string>][] = [
      [form([json]), {}],
      [form([json, file('', '')]), {}],
      ['{"name":"Ann"}', { 'content-type': 'application/json' }],
    ];
    for (const [payload, headers] of bodies) {
      expect(await seenOf(send(payload, headers, 'PUT'))).toMatchObject({ name: 'Ann', file: null });
    }
  });
});

test.each<[string, readonly Part[], RegExp]>([
  ['missing', [file()], /^is missing: send it as the first field of the form, as JSON$/],
  ['missing in an empty form', [], /^is missing: send it as the first field/],
  ['late', [file(), json], /^must come before the files/],
])('a JSON field that is %s is named, with what to send', async (_what, parts, problem) => {
  const response = await send(form(parts));
  expect([response.statusCode, response.json<ErrorBody>().modelState]).toEqual([
    400,
    { letter: [expect.stringMatching(problem)] },
  ]);
});

describe('refused', () => {
  const many = Buffer.from(
    '--edge\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n'.repeat(10_000) + '--edge--\r\n',
  );
  const cases: [what: string, payload: Buffer | string, status: number, code: string, fields?: string[]][] = [
    ['no file', form([json]), 400, 'E-REQUEST-INVALID', ['file']],
    ['text in the place of the file', form([json, ['name="file"', 'x']]), 400, 'E-REQUEST-INVALID', ['file']],
    ['an empty file', form([json, file('')]), 400, 'E-REQUEST-INVALID', ['file']],
    ['two files', form([json, file(), file()]), 400, 'E-REQUEST-INVALID', ['file']],
    ['two JSON fields', form([json, json, file()]), 400, 'E-REQUEST-INVALID', ['letter']],
    ['a field nobody asked for', form([json, file(), ['name="role"', 'x']]), 400, 'E-REQUEST-INVALID', ['role']],
    ['no JSON field', form([file()]), 400, 'E-REQUEST-INVALID', ['letter']],
    ['an empty form', form([]), 400, 'E-REQUEST-INVALID', ['letter']],
    ['the file before the JSON field', form([file(), json]), 400, 'E-REQUEST-INVALID', ['letter']],
    [
      'a key twice in the JSON',
      form([['name="letter"', '{"name":"a","name":"b"}'], file()]),
      400,
      'E-REQUEST-INVALID',
      ['name'],
    ],
    ['JSON the row refuses', form([['name="letter"', '{"name":""}'], file()]), 400, 'E-REQUEST-INVALID', ['name']],
    ['JSON that is none', form([['name="letter"', '{'], file()]), 400, 'E-BODY-MALFORMED'],
    ['__proto__ in the JSON', form([['name="letter"', '{"__proto__":{"role":"x"}}'], file()]), 400, 'E-BODY-MALFORMED'],
    [
      'JSON nested 1,000 deep',
      form([['name="letter"', '['.repeat(1000) + ']'.repeat(1000)], file()]),
      400,
      'E-BODY-MALFORMED',
    ],
    [
      'JSON that is not UTF-8',
      form([['name="letter"', Buffer.from([0x22, 0xff, 0x22])], file()]),
      400,
      'E-BODY-MALFORMED',
    ],
    ['10,000 parts', many, 400, 'E-REQUEST-INVALID', ['x']],
    ['a form cut in the middle', form([json, file()]).subarray(0, 150), 400, 'E-BODY-MALFORMED'],
    ['no form at all', 'hello', 400, 'E-BODY-MALFORMED'],
    ['nothing', '', 400, 'E-REQUEST-INVALID'],
    ['a file beyond the limit', form([json, file('x'.repeat(maxBytes + 1))]), 413, 'E-FILE-TOO-LARGE', ['file']],
    [
      'a body beyond all limits',
      form([json, file('x'.repeat(maxBytes + 2 * 1024 * 1024))]),
      413,
      'E-FILE-TOO-LARGE',
      ['file'],
    ],
  ];

  test.each(cases)('%s', async (_what, payload, status, code, fields) => {
    const before = calls;
    const answer = await send(payload);
    const refused = answer.json<ErrorBody>();
    expect([answer.statusCode, refused.code]).toEqual([status, code]);
    if (fields) expect(Object.keys(refused.modelState ?? {})).toEqual(fields);
    expect(calls).toBe(before);
  });

  test('a file beyond the limit, with the limit named', async () => {
    const answer = await send(form([json, file('x'.repeat(maxBytes + 1))]));
    expect(answer.json<ErrorBody>().message).toContain('2 kB');
  });

  test('JSON the row refuses, before the file behind it has arrived', async () => {
    const [whole, start] = [form([['name="letter"', '{"name":""}'], file('x'.repeat(maxBytes))]), 150];
    let sent = 0;
    const rest = new Readable({
      read() {
        // The rest never comes.
        if (sent++ === 0) this.push(whole.subarray(0, start));
      },
    });
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/api/letters',
      headers: {
        ...asAnn,
        'content-type': 'multipart/form-data; boundary=edge',
        'content-length': String(whole.length),
      },
      payload: rest,
    });
    expect([answer.statusCode, Object.keys(answer.json<ErrorBody>().modelState ?? {})]).toEqual([400, ['name']]);
    rest.destroy();
  });

  test.each<[what: string, name: string, content: Buffer]>([
    ['a program by its name', 'setup.EXE', Buffer.from('hello')],
    ['a name with dots and spaces behind its ending', 'setup.exe. .', Buffer.from('hello')],
    ['a second ending', 'report.pdf.js', Buffer.from('hello')],
    [
      'a program for Windows by its content',
      'report.pdf',
      Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)]),
    ],
    [
      'a program for Linux by its content',
      'report',
      Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)]),
    ],
    ['a script by its content', 'notes.txt', Buffer.from('#!/bin/sh\nrm -rf /')],
    ['a page of PHP', 'notes.txt', Buffer.from('<?php echo 1;')],
  ])('%s', async (_what, name, content) => {
    const answer = await send(form([json, file(content, name)]));
    const refused = answer.json<ErrorBody>();
    expect([answer.statusCode, refused.code]).toEqual([415, 'E-FILE-TYPE']);
    expect(refused.modelState?.['file']?.[0]).toMatch(/is a program or a script.*Send what this call takes\.$/);
  });

  test('not a text that begins like a program', async () => {
    expect((await seenOf(send(form([json, file('MZ is the code of Mozambique.', 'codes.txt')])))).file?.[0]).toBe(
      'codes.txt',
    );
  });

  test('a form without a boundary', async () => {
    const answer = await send(form([json, file()]), { 'content-type': 'multipart/form-data' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<ErrorBody>()).toMatchObject({
      code: 'E-BODY-MALFORMED',
      message: 'The form cannot be read.',
      modelState: { body: [expect.stringContaining('send the boundary')] },
    });
  });

  test('a form whose end is missing', async () => {
    const answer = await send(form([json, file()]).subarray(0, -30));
    expect([answer.statusCode, answer.json<ErrorBody>().message]).toEqual([400, 'The form cannot be read.']);
  });

  test('a field that is too large, by its name and its limit', async () => {
    const answer = await send(form([['name="letter"', `"${'x'.repeat(1024 * 1024)}"`], file()]));
    expect(answer.json<ErrorBody>()).toMatchObject({
      code: 'E-BODY-TOO-LARGE',
      modelState: { letter: [expect.stringContaining('1 MB')] },
    });
  });

  test('a JSON field that is no JSON, by its name', async () => {
    const answer = await send(form([['name="letter"', '{'], file()]));
    expect(answer.json<ErrorBody>()).toMatchObject({
      code: 'E-BODY-MALFORMED',
      modelState: { letter: ['is not well-formed JSON'] },
    });
  });

  test.each(['gzip', 'br', 'deflate, gzip'])('a form that says it is packed (%s)', async (encoding) => {
    const answer = await send(form([json, file()]), { 'content-encoding': encoding });
    expect([answer.statusCode, answer.json<ErrorBody>()]).toMatchObject([
      415,
      { code: 'E-MEDIA-TYPE', modelState: { 'Content-Encoding': [expect.stringContaining('unpacked')] } },
    ]);
  });

  test('a body that is neither a form nor JSON, with what is taken', async () => {
    const answer = await send('hello', { 'content-type': 'text/plain' });
    expect([answer.statusCode, answer.json<ErrorBody>().modelState]).toEqual([
      415,
      { 'Content-Type': ['must be application/json or multipart/form-data'] },
    ]);
  });

  test('a form where the row takes none', async () => {
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/api/plain',
      headers: { ...asAnn, 'content-type': 'multipart/form-data; boundary=edge' },
      payload: form([json]),
    });
    expect([answer.statusCode, answer.json<ErrorBody>()]).toMatchObject([
      415,
      { code: 'E-MEDIA-TYPE', modelState: { 'Content-Type': ['must be application/json'] } },
    ]);
  });

  test('another caller, before the body is read', async () => {
    const answer = await send('not even a form', asUser);
    expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([403, 'E-FORBIDDEN']);
  });
});

test('the largest file allowed is taken', async () => {
  const { file: received } = await seenOf(send(form([json, file('x'.repeat(maxBytes))])));
  expect(Buffer.from(received?.[2] ?? '', 'base64')).toHaveLength(maxBytes);
});

test('with an Idempotency-Key the work is done once; another boundary is the same request, another file is not', async () => {
  const key = { 'idempotency-key': 'letter-1' };
  const first = await send(form([json, file()]), key);
  const edge2 = form([json, file()]).toString('latin1').replaceAll('--edge', '--brim');
  const again = await send(Buffer.from(edge2, 'latin1'), {
    ...key,
    'content-type': 'multipart/form-data; boundary=brim',
  });
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.body).toBe(first.body);
  const other = await send(form([json, file('hellO')]), key);
  expect([other.statusCode, other.json<ErrorBody>().code]).toEqual([422, 'E-IDEMPOTENCY-REUSED']);
});
