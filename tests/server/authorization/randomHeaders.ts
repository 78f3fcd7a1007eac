import fc from 'fast-check';

type Headers = Readonly<Record<string, string>>;

/** What a parser of HTTP lets through and the reader of one header may stumble over. */
const hostileValues = [
  '',
  ' ',
  '\t',
  '"',
  '""',
  '*',
  ',',
  '"1", "2"',
  'W/"1"',
  '"99999999999999999999"',
  '-1',
  '1e308',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  '%',
  '%00',
  '%ff',
  '%E0%A4%A',
  '%0D%0AX-Header:%201',
  '%F0%9F%92%A5'.repeat(40),
  '../../etc/passwd',
  "' OR 1=1 --",
  '${7*7}',
  '<script>alert(1)</script>',
  '=cmd()',
  'é\xff\x80',
  'a'.repeat(101),
  'a'.repeat(256),
  'a'.repeat(5000),
  '('.repeat(400),
];

const now = new Date('2026-08-21T06:00:00Z').toUTCString();

/** Headers of the contract and of HTTP that a client may send with any call, each with values that are in order. */
const usable: Readonly<Record<string, readonly string[]>> = {
  'Idempotency-Key': ['random-key', 'another-key', '{"a":1}'],
  'If-Match': ['"1"', 'W/"1"', '2', '*', '"77"'],
  'X-Request-Reason': ['Random%20calls', encodeURIComponent('Prüfung №1')],
  'X-Run-Id': ['20260821T060000Z-rand', 'run:1'],
  'X-Correlation-Id': [],
  Accept: ['application/json', '*/*', 'text/csv', 'application/xml;q=0.1', 'image/png'],
  'Accept-Encoding': ['gzip', 'br', 'identity', 'gzip;q=0, *;q=0', 'zstd'],
  'Accept-Language': ['en', 'tlh'],
  'If-None-Match': ['"1"', '*', 'W/"1"'],
  'If-Modified-Since': [now],
  'If-Unmodified-Since': [now],
  Range: ['bytes=0-1', 'bytes=5-1', 'rows=0-1'],
  Prefer: ['return=minimal', 'odata.maxpagesize=1'],
  'OData-Version': ['4.0', '9.9'],
  'OData-MaxVersion': ['4.0'],
  'Cache-Control': ['no-cache'],
  Origin: ['https://elsewhere.example', 'null'],
  'Sec-Fetch-Site': ['cross-site'],
  'X-Forwarded-For': ['203.0.113.9', '::1, 10.0.0.1'],
  'X-HTTP-Method-Override': ['DELETE', 'TRACE'],
  Cookie: ['session=1'],
  TE: ['trailers'],
};

/** All of `usable`; the test compares the headers that the OpenAPI document names with them. */
export const headerNames = Object.keys(usable);

const valueOf = (name: string): fc.Arbitrary<string> => {
  const hostile = fc.constantFrom(...hostileValues);
  // One call each: the audit trail is searched by it.
  if (name === 'X-Correlation-Id') return fc.oneof(fc.uuid(), fc.constantFrom('a b', 'é', 'a'.repeat(101)));
  const ordinary = fc.constantFrom(...(usable[name] ?? []));
  if (name === 'Idempotency-Key') return fc.oneof({ weight: 3, arbitrary: fc.uuid() }, ordinary, hostile);
  return fc.oneof({ weight: 2, arbitrary: ordinary }, hostile);
};

/** No header in half of the calls, so that what the rows read is reached; else a few of them. */
export const randomHeaders: fc.Arbitrary<Headers> = fc.oneof(
  fc.constant({}),
  fc
    .subarray(headerNames, { minLength: 1, maxLength: 4 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name.toLowerCase(), valueOf(name)])))),
);
