import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../../../shared/contract/api.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';

const withoutInk = '\u200b\u00ad\ufeff\u2060';
/** Not read by people, or compared with a list by the server. */
const exempt = [
  'connections.create clientSecret',
  'connections.update clientSecret',
  'inspector.retryStep retryStep',
  'search.find text',
  'webhooks.check secret',
  'webhooks.check url',
  'webhooks.save secret',
  'webhooks.save url',
];

/** Texts in a schema that must not be empty, each with its path. */
function* requiredTexts(schema: unknown, path: readonly string[]): Generator<readonly [string, z.ZodString]> {
  if (schema instanceof z.ZodObject)
    for (const [name, part] of Object.entries(schema.shape)) yield* requiredTexts(part, [...path, name]);
  else if (schema instanceof z.ZodArray) yield* requiredTexts(schema.element, path);
  else if (schema instanceof z.ZodPipe) yield* requiredTexts(schema.in, path);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* requiredTexts(option, path);
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    yield* requiredTexts(schema.unwrap(), path);
  else if (schema instanceof z.ZodString && !schema.safeParse('').success) yield [path.join('.'), schema];
}

test('no required text of any body accepts invisible characters', () => {
  const rows = Object.entries(api).flatMap(([area, endpoints]) =>
    Object.entries<Endpoint>(endpoints).map(([name, row]) => [`${area}.${name}`, row.body] as const),
  );
  const texts = rows.flatMap(([row, body]) =>
    [...requiredTexts(body, [])].map(([path, schema]) => ({ row, path, schema })),
  );
  expect(texts.length).toBeGreaterThan(80);
  const accepted = texts.filter(({ schema }) => schema.safeParse(withoutInk).success);
  expect(accepted.map(({ row, path }) => `${row} ${path}`).toSorted()).toEqual(exempt);
});
