import { expect, test } from 'vitest';
import { fileNameOf } from '../../../shared/client/download.ts';
import { redact } from '../../../shared/client/redact.ts';
import { readRetryAfter } from '../../../shared/client/retry.ts';

test.each([
  ['authorization: Bearer abcdef123456', 'authorization: Bearer [redacted]'],
  ['token eyJhbGciOi.eyJzdWIi.c2ln is bad', 'token [redacted] is bad'],
  ['/callback?code=abc123&state=x', '/callback?code=[redacted]&state=x'],
  ['{"ssn": "219-09-9871"}', '{"ssn": "[redacted]"}'],
  ['{"refresh_token": "r-1"}', '{"refresh_token": "[redacted]"}'],
  ['nothing here', 'nothing here'],
])('%s becomes %s', (text, clean) => {
  expect(redact(text)).toBe(clean);
});

test('known secrets are redacted anywhere in the text, except short ones, which match ordinary words', () => {
  expect(redact('pass hunter2hunter2 now, id 12', ['hunter2hunter2', '12'])).toBe('pass [redacted] now, id 12');
});

test.each([
  [`attachment; filename="a.csv"; filename*=UTF-8''b%20c.csv`, 'b c.csv'],
  ['attachment; filename="../../etc/passwd"', '__.._etc_passwd'],
  [`attachment; filename*=UTF-8''%E0%A4%A`, 'download'],
  [undefined, 'download'],
])('the file name of %s is %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});

test('Retry-After is read in seconds and as a date', () => {
  expect(readRetryAfter('3', 0)).toBe(3000);
  expect(readRetryAfter('Thu, 01 Jan 1970 00:00:10 GMT', 4000)).toBe(6000);
  expect(readRetryAfter('Thu, 01 Jan 1970 00:00:10 GMT', 20_000)).toBe(0);
  expect(readRetryAfter('soon', 0)).toBeUndefined();
});
