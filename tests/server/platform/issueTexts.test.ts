import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../../../shared/contract/api.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ApiProblem } from '../../../server/http/problem.ts';
import { accept, strict } from '../../../server/http/zodProblem.ts';

const refusal = (schema: z.core.$ZodType, value: unknown): Record<string, readonly string[]> => {
  try {
    accept(schema, value);
  } catch (error) {
    if (error instanceof ApiProblem && error.modelState) return { ...error.modelState };
    throw error;
  }
  return {};
};

/** Texts that zod has by itself (its English locale), which name types of a programming language. */
const zodText = /^Invalid|expected|(?<!\.)received|^Too (?:big|small)|^Unrecognized/;

describe('a value that does not fit is refused with the rule and what to send', () => {
  const cases: [code: string, schema: z.core.$ZodType, value: unknown, text: string][] = [
    ['invalid_type', z.string(), undefined, 'is required: send a text'],
    ['invalid_type', z.string(), null, 'must be a text, not null'],
    ['invalid_type', z.string(), 7, 'must be a text, not a number'],
    ['invalid_type', z.string(), true, 'must be a text, not true'],
    ['invalid_type', z.number(), 'seven', 'must be a number, not a text'],
    ['invalid_type', z.coerce.number(), 'seven', 'must be a number'],
    ['invalid_type', z.int(), 1.5, 'must be a whole number'],
    ['invalid_type', z.int(), '1', 'must be a whole number, not a text'],
    ['invalid_type', z.boolean(), 'yes', 'must be true or false, not a text'],
    ['invalid_type', z.array(z.string()), {}, 'must be a list, not an object'],
    ['invalid_type', z.object({}), [], 'must be an object, not a list'],
    ['invalid_type', z.record(z.string(), z.string()), undefined, 'is required: send an object'],
    ['invalid_type', z.never(), 1, 'must be left out'],
    ['too_big', z.string().max(3), 'abcd', 'must have at most 3 characters'],
    ['too_big', z.number().max(3), 4, 'must be at most 3'],
    ['too_big', z.number().lt(3), 3, 'must be less than 3'],
    ['too_big', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
    ['too_big', z.date().max(new Date(0)), new Date(1), 'must be at most 1970-01-01T00:00:00.000Z'],
    ['too_small', z.string().min(1), '', 'must not be empty'],
    ['too_small', z.string().min(4), 'abc', 'must have at least 4 characters'],
    ['too_small', z.string().length(4), 'abc', 'must have exactly 4 characters'],
    ['too_small', z.number().min(3), 2, 'must be at least 3'],
    ['too_small', z.number().gt(3), 3, 'must be more than 3'],
    ['too_small', z.array(z.string()).min(2), [], 'must have at least 2 entries'],
    ['invalid_format', z.email(), 'x', 'must be an e-mail address such as name@example.org'],
    ['invalid_format', z.url(), 'x', 'must be an address such as https://example.org'],
    ['invalid_format', z.uuid(), 'x', 'must be an id (UUID) such as 0198c0de-7a10-7c3e-9f51-2f6d3c1b8a42'],
    ['invalid_format', z.iso.datetime(), 'x', 'must be a date and time such as 2026-08-21T06:00:00Z'],
    ['invalid_format', z.string().regex(/^a$/), 'x', 'must match /^a$/'],
    ['invalid_format', z.string().startsWith('a'), 'x', 'must begin with a'],
    ['invalid_format', z.string().endsWith('a'), 'x', 'must end with a'],
    ['invalid_format', z.string().includes('a'), 'x', 'must contain a'],
    ['invalid_format', z.nanoid(), 'x', 'must be of the form nanoid'],
    ['invalid_value', z.enum(['asc', 'desc']), 'up', 'must be one of asc or desc'],
    ['invalid_value', z.enum(['asc', 'desc']), undefined, 'is required: send one of asc or desc'],
    ['invalid_value', z.literal([0, 1, 2]), 3, 'must be one of 0, 1 or 2'],
    ['invalid_value', z.literal('a'), 'b', 'must be a'],
    ['invalid_value', z.stringbool(), 'perhaps', 'must be true or false'],
    ['not_multiple_of', z.number().multipleOf(5), 7, 'must be a multiple of 5'],
    [
      'invalid_union',
      z.union([z.string(), z.number()]),
      true,
      'must be a text, not true, or must be a number, not true',
    ],
    ['invalid_union', z.union([z.stringbool(), z.literal('')]), 'x', 'must be true or false, or must be empty'],
    ['invalid_union', z.xor([z.string(), z.string().max(9)]), 'x', 'must fit exactly one of the forms of this field'],
    [
      'invalid_union',
      z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.int() })]),
      {},
      'a is required: send a text, or b is required: send a whole number',
    ],
    ['invalid_element', z.set(z.string()).max(1), new Set(['a', 'b']), 'must have at most 1 entry'],
    [
      'invalid_element',
      z.map(z.object({}), z.string()),
      new Map([[{}, 1]]),
      'has an entry that is not valid: it must be a text, not a number',
    ],
    ['custom', z.string().refine(() => false), 'x', 'is not valid'],
    ['custom', z.string().refine(() => false, 'must be a lucky number'), 'x', 'must be a lucky number'],
  ];
  test.each(cases)('%s: %#', (_code, schema, value, text) => {
    expect(refusal(z.object({ field: schema }), { field: value })).toEqual({ field: [text] });
  });

  test('in a field that the call does not have', () => {
    expect(refusal(z.strictObject({ address: z.strictObject({}) }), { address: { zap: 1 }, more: 1 })).toEqual({
      'address.zap': ['is not a field of this call: leave it out'],
      more: ['is not a field of this call: leave it out'],
    });
  });

  test('in the name of a field', () => {
    expect(refusal(z.record(z.string().max(2), z.int()), { abc: 1 })).toEqual({
      abc: ['is not a valid name: it must have at most 2 characters'],
    });
  });

  test('in the form of a union that was meant', () => {
    const schema = z.object({
      selection: z.union([
        z.strictObject({ ids: z.array(z.int()).min(1) }),
        z.strictObject({ filters: z.array(z.strictObject({ field: z.enum(['a', 'b']) })).min(1) }),
      ]),
      kind: z.discriminatedUnion('type', [z.object({ type: z.literal('x') }), z.object({ type: z.literal('y') })]),
    });
    expect(refusal(schema, { selection: { filters: [{ field: 'c' }] }, kind: { type: 'z' } })).toEqual({
      'selection.filters.0.field': ['must be one of a or b'],
      'kind.type': ['must be one of x or y'],
    });
  });
});

/** Values of which each schema refuses some. */
const values: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  '\0',
  'x'.repeat(100_000),
  'not-an-id',
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  [null],
  ['\0', 1],
  Array.from({ length: 6_000 }, () => 'x'),
  {},
  { unknown: 1 },
];

test('no part of a call of the contract is refused in words of zod', () => {
  const wrong = new Set<string>();
  let refusals = 0;
  for (const [area, rows] of Object.entries(api)) {
    for (const [name, row] of Object.entries(rows) as [string, Endpoint][]) {
      for (const part of [row.params, row.query, row.body]) {
        if (!part) continue;
        const schema = strict(part);
        const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
        const bodies = [
          ...values,
          ...values.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
          ...values.map((value) => Object.fromEntries(fields.map((field) => [field, { field: value }]))),
          ...values.map((value) => Object.fromEntries(fields.map((field) => [field, [value]]))),
        ];
        for (const body of bodies) {
          for (const [field, texts] of Object.entries(refusal(schema, body))) {
            refusals += 1;
            for (const text of texts) if (zodText.test(text)) wrong.add(`${area}.${name} ${field}: ${text}`);
          }
        }
      }
    }
  }
  expect([...wrong]).toEqual([]);
  expect(refusals).toBeGreaterThan(1_000);
});
