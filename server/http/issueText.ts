import { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;
type Sized = Extract<RawIssue, { code: 'too_big' | 'too_small' }>;

/**
 * What a value violates and what to send instead, to be read after the name of its field. It takes the place of zod's own texts, which name
 * types of a programming language; a text that a schema has itself comes first. The error map of `safeParse`.
 */
export function issueText(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeText(issue);
    case 'too_big':
    case 'too_small':
      return sizeText(issue);
    case 'invalid_format':
      return formatText(issue);
    case 'invalid_value':
      return valueText(issue);
    case 'not_multiple_of':
      return issue.divisor === 1 ? 'must be a whole number' : `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `must not contain ${listOf(issue.keys, 'or')}`;
    case 'invalid_union':
      return unionText(issue);
    case 'invalid_key':
      return `is not a valid name: it ${textsOf(issue.issues)}`;
    case 'invalid_element':
      return `has an entry that is not valid: it ${textsOf(issue.issues)}`;
    case 'custom':
    default:
      // A rule of its own without a text.
      return 'is not valid';
  }
}

/** A branch of a union has its problems at the value itself, or in fields of it. */
export const alternativesText = (branches: readonly (readonly z.core.$ZodIssue[])[]): string =>
  [...new Set(branches.map(textsOf))].join(', or ');

const textsOf = (issues: readonly z.core.$ZodIssue[]): string =>
  [...new Set(issues.map(({ path, message }) => [...path.map(String), ''].join(' ') + message))].join(' and ');

const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  nan: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a date',
  file: 'a file',
  null: 'null',
};

function typeText({ expected: type, input, inst }: Extract<RawIssue, { code: 'invalid_type' }>): string {
  const isWhole = inst instanceof z.ZodNumber && inst.isInt;
  const expected = type === 'number' && isWhole ? 'int' : type;
  // What must not be there has no noun.
  if (expected === 'never' || expected === 'undefined' || expected === 'void') return 'must be left out';
  const noun = nouns[expected] ?? 'a value';
  if (input === undefined) return `is required: send ${noun}`;
  const sent = sentNoun(input);
  return sent === undefined || (expected === 'int' && typeof input === 'number')
    ? `must be ${noun}`
    : `must be ${noun}, not ${sent}`;
}

function sentNoun(input: unknown): string | undefined {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'boolean') return String(input);
  // A text of an address that is no number.
  if (Number.isNaN(input)) return undefined;
  return { string: 'a text', number: 'a number', object: 'an object' }[typeof input as string];
}

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

function sizeText(issue: Sized): string {
  const limit = issue.code === 'too_big' ? issue.maximum : issue.minimum;
  const [unit, units_] = units[issue.origin] ?? [];
  if (issue.origin === 'string' && issue.code === 'too_small' && Number(limit) === 1) return 'must not be empty';
  const bound = issue.exact
    ? 'exactly'
    : issue.code === 'too_big'
      ? issue.inclusive === false
        ? 'less than'
        : 'at most'
      : issue.inclusive === false
        ? 'more than'
        : 'at least';
  if (issue.origin === 'date') return `must be ${bound} ${new Date(Number(limit)).toISOString()}`;
  return unit === undefined
    ? `must be ${bound} ${limit}`
    : `must have ${bound} ${limit} ${Number(limit) === 1 ? unit : units_}`;
}

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address such as name@example.org',
  url: 'an address such as https://example.org',
  uuid: 'an id (UUID) such as 0198c0de-7a10-7c3e-9f51-2f6d3c1b8a42',
  guid: 'an id (UUID) such as 0198c0de-7a10-7c3e-9f51-2f6d3c1b8a42',
  datetime: 'a date and time such as 2026-08-21T06:00:00Z',
  date: 'a date such as 2026-08-21',
  time: 'a time such as 06:00:00',
  duration: 'a duration such as PT1H',
  ipv4: 'an IPv4 address such as 192.0.2.1',
  ipv6: 'an IPv6 address such as 2001:db8::1',
  cidrv4: 'an IPv4 network such as 192.0.2.0/24',
  cidrv6: 'an IPv6 network such as 2001:db8::/32',
  base64: 'text in base64',
  base64url: 'text in base64url',
  json_string: 'a JSON text',
  e164: 'a phone number such as +15205550100',
};

function formatText(issue: Extract<RawIssue, { code: 'invalid_format' }>): string {
  const { format, prefix, suffix, includes, pattern } = issue;
  if (format === 'starts_with') return `must begin with ${String(prefix)}`;
  if (format === 'ends_with') return `must end with ${String(suffix)}`;
  if (format === 'includes') return `must contain ${String(includes)}`;
  if (format === 'regex') return `must match ${String(pattern)}`;
  return `must be ${formats[format] ?? `of the form ${format}`}`;
}

function valueText({ values, input, ...issue }: Extract<RawIssue, { code: 'invalid_value' }>): string {
  // Any word that means yes or no.
  if (issue['expected'] === 'stringbool') return 'must be true or false';
  const rule =
    values.length === 1 && values[0] === ''
      ? 'empty'
      : `${values.length > 1 ? 'one of ' : ''}${listOf(
          values.map((value) => (value === '' ? 'empty' : String(value))),
          'or',
        )}`;
  return input === undefined ? `is required: send ${rule}` : `must be ${rule}`;
}

function unionText(issue: Extract<RawIssue, { code: 'invalid_union' }>): string {
  const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
  if (options.length > 0) return `must be one of ${listOf(options, 'or')}`;
  const branches = issue.errors.filter((issues) => issues.length > 0);
  return branches.length > 0 ? alternativesText(branches) : 'must fit exactly one of the forms of this field';
}

const listOf = (items: readonly string[], word: string): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
