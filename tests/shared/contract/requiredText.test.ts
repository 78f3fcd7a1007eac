import { expect, test } from 'vitest';
import { optionalText, requiredLines, requiredText, uniqueName } from '../../../shared/contract/texts.ts';

const problemsOf = (schema: ReturnType<typeof requiredText>, value: string) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test.each([
  ['zero-width spaces', '\u200b\u200b', 'must contain a character that can be seen'],
  ['joiners', '\u200c\u200d', 'must contain a character that can be seen'],
  ['a word joiner and a soft hyphen', '\u2060 \u00ad', 'must contain a character that can be seen'],
  ['a Hangul filler', '\u3164', 'must contain a character that can be seen'],
  ['a blank Braille pattern', '\u2800', 'must contain a character that can be seen'],
  ['an accent alone', '\u0301', 'must contain a character that can be seen'],
  ['direction marks', '\u200e\u200f', 'must contain a character that can be seen'],
  ['a line break', 'Lake\nside', 'must be one line, without control characters'],
  ['a line separator', 'Lake\u2028side', 'must be one line, without control characters'],
  ['a control character', 'Lake\u0007side', 'must be one line, without control characters'],
  ['a next line', 'Lake\u0085side', 'must be one line, without control characters'],
  ['a direction override', 'Lake\u202eedis', 'must not contain characters that change the direction of the text'],
  ['a direction isolate', 'Lake\u2067side', 'must not contain characters that change the direction of the text'],
  ['NUL', 'Lake\0side', 'must not contain a NUL character'],
  ['blanks', ' \u00a0\n', 'is required'],
])('a name of or with %s is refused', (_what, value, problem) => {
  expect(problemsOf(requiredText(255), value)).toEqual([problem]);
});

test.each([
  'Lakeside Clinic',
  'می\u200cخواهم',
  'क्\u200dष',
  'কেরল',
  'עברית\u200f (1)',
  '診療所',
  'Müller e\u0301',
  '👩\u200d⚕️ Care',
  '\u{e000}',
  '7',
  '—',
])('a name of any script stays: %s', (value) => {
  expect(requiredText(255).parse(` ${value} `)).toBe(value);
});

test('a text of several lines may have line breaks and tabs, and nothing else of the kind', () => {
  expect(problemsOf(requiredLines(100), 'one\r\n\ttwo')).toEqual([]);
  expect(problemsOf(requiredLines(100), 'one\u0007')).toEqual(['must not contain control characters']);
  expect(problemsOf(requiredLines(100), '\u200b')).toEqual(['must contain a character that can be seen']);
});

test('an optional text is empty, or valid as one that is required', () => {
  const text = optionalText(20);
  expect([undefined, null, '', ' \n', ' one\ntwo '].map((value) => text.parse(value))).toEqual([
    undefined,
    null,
    null,
    null,
    'one\ntwo',
  ]);
  expect(text.safeParse('Lake\u202eedis').error?.issues[0]?.message).toBe(
    'must not contain characters that change the direction of the text',
  );
  expect(text.safeParse('\u200b').error?.issues[0]?.message).toBe('must contain a character that can be seen');
});

test.each([
  ['zero-width spaces, soft hyphens and byte order marks', '\ufeffLake\u200bside\u00ad Clinic'],
  ['joiners, direction marks and variants in Latin words', '\u200eLakes\u200dide\ufe0f Clinic'],
  ['blanks of any kind and number', ' Lakeside \u00a0\u3000Clinic\u2009'],
])('a unique name is the same without %s', (_what, value) => {
  expect(uniqueName(255).parse(value)).toBe('Lakeside Clinic');
});

test('a unique name has its accents composed, and its joiners in other scripts and in emoji', () => {
  expect(uniqueName(255).parse('Cafe\u0301')).toBe('Caf\u00e9');
  const names = ['می\u200cخواهم', 'क्\u200dष', 'עברית\u200f (1)', '👩\u200d⚕️ Care', '1️⃣ First'];
  expect(names.map((name) => uniqueName(255).parse(name))).toEqual(names);
  expect(problemsOf(uniqueName(255), '\u200b')).toEqual(['is required']);
});
