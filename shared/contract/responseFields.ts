import { z } from 'zod';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';

/** The fields of a response, dotted where nested, and the values of those that are enumerations. */
interface ResponseFields {
  readonly all: readonly string[];
  readonly values: Readonly<Record<string, readonly string[]>>;
}

const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? unwrapped(schema.unwrap() as z.ZodType) : schema;

const leaves = (schema: z.ZodType, path = ''): readonly (readonly [path: string, schema: z.ZodType])[] => {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject)) return [[path, inner]];
  return Object.entries(inner.shape).flatMap(([key, child]) =>
    leaves(child as z.ZodType, path === '' ? key : `${path}.${key}`),
  );
};

/** The schema of one record: a list answers with `items` and their number. */
const recordSchema = (schema: z.ZodType): z.ZodType => {
  const items: unknown = schema instanceof z.ZodObject ? schema.shape['items'] : undefined;
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : unwrapped(schema);
};

const fieldsOf = ({ answer }: Endpoint): ResponseFields => {
  if (answer.kind !== 'json') return { all: [], values: {} };
  const fields = leaves(recordSchema(answer.schema)).filter(([path]) => path !== '');
  return {
    all: fields.map(([path]) => path),
    values: Object.fromEntries(
      fields.flatMap(([path, schema]) =>
        schema instanceof z.ZodEnum && schema.options.every((option) => typeof option === 'string')
          ? [[path, schema.options.map(String)]]
          : [],
      ),
    ),
  };
};

/** The fields of every response of the contract. The build replaces this module by its value, as with wire.ts. */
export const responseFields: Readonly<Record<string, Readonly<Record<string, ResponseFields>>>> = Object.fromEntries(
  Object.entries(api).map(([area, rows]) => [
    area,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, fieldsOf(row)])),
  ]),
);
