import fc from 'fast-check';
import { z } from 'zod';

/** The part of JSON Schema that the contract's input schemas use. */
interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const character = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map(
    (code) => String.fromCodePoint(code),
    (text) => (typeof text === 'string' && text.codePointAt(0)) || 0,
  );

/** Texts of any characters. The library's own unit `binary` first lists all 1.1 million of them, which takes two seconds. */
export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...(maxLength !== undefined && { maxLength }) });

/** What breaks parsers, databases, templates and shells. */
export const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u202egnp.exe',
  '\ud800',
  '💥'.repeat(50),
  'é'.repeat(300),
  "' OR 1=1 --",
  "'; select pg_sleep(3)--",
  '%',
  '_',
  '\\',
  '%%%',
  '"',
  '`',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '..%2f..%2f',
  'C:\\',
  'CON',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '{"__proto__":{"x":1}}',
  '__proto__',
  'constructor',
  'a\r\nX-Header: 1',
  '=cmd()',
  '+1',
  '-1',
  '@x',
  '\t',
  '1e308',
  '-0',
  '0x10',
  '9007199254740993',
  'Ⅷ',
  'ﬁ',
  'ＡＢＣ',
  'İ',
  'ß',
  'a'.repeat(5000),
  '(('.repeat(200),
  '*'.repeat(100),
  '\u0300'.repeat(200),
  'x'.repeat(255),
  '\u2028',
  '\ufeff',
  '%00',
  '%ff',
  '%',
];

const id = fc.uuid({ version: 7 });

/** Fields whose rules say more than their schema, so that some calls pass the rules as well. */
const sensible: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  subdomain: fc.stringMatching(/^[a-z][a-z0-9]{7,30}$/),
  npi: fc.constantFrom('1234567893', '808401234567893'),
  phone: fc.constant('(555) 234-5678'),
  fax: fc.constant('555-234-5678'),
  zip: fc.constantFrom('02139', '02139-1234'),
  state: fc.constantFrom('MA', 'PR', 'AE'),
  country: fc.constant('US'),
  email: fc.constant('ann@clinic.example'),
  ssoUrl: fc.constant('https://sso.clinic.example/start'),
  homeCommunityId: fc.constant('urn:oid:2.16.840.1.113883.3.1'),
};

/** Values a schema accepts; ids come from `knownIds` often, since unknown ones only ever meet "not found". */
const fromSchema = (schema: Schema, knownIds: readonly string[]): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fromSchema(one, knownIds)));
  switch (schema.type ?? 'anything') {
    case 'string':
      if (schema.format === 'uuid') return knownIds.length > 0 ? fc.oneof(fc.constantFrom(...knownIds), id) : id;
      return fc.string({
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(schema.maxLength ?? 40, 40),
        unit: 'grapheme-ascii',
      });
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.ceil(Math.max(schema.minimum ?? -1000, -1_000_000)),
        max: Math.floor(Math.min(schema.maximum ?? 1000, 1000)),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, knownIds), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
        const plain = fromSchema(field, knownIds);
        const known = sensible[name];
        return [name, known ? fc.oneof({ weight: 4, arbitrary: known }, plain) : plain] as const;
      });
      const required = schema.required ?? [];
      const optional = fields.map(([name]) => name).filter((name) => !required.includes(name));
      // Few optional fields more often than many: each further one is a further chance to be refused.
      return fc
        .oneof(fc.subarray(optional, { maxLength: Math.min(2, optional.length) }), fc.subarray(optional))
        .chain((chosen) =>
          fc.record(Object.fromEntries(fields.filter(([name]) => required.includes(name) || chosen.includes(name)))),
        );
    }
    default:
      return fc.oneof(fc.string({ maxLength: 20 }), fc.integer(), fc.boolean(), fc.constant(null));
  }
};

const jsonSchema = (schema: z.core.$ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** Values that the schema accepts. */
export const valid = (schema: z.core.$ZodType, knownIds: readonly string[]) => fromSchema(jsonSchema(schema), knownIds);

const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1e21,
    2 ** 53,
    [],
    {},
    [[]],
    { a: { b: { c: 1 } } },
    Array.from({ length: 600 }, () => 'x'),
  ),
);

/** A value with exactly one field broken, missing or added; whatever is not an object is replaced. */
export const broken = (schema: z.core.$ZodType, knownIds: readonly string[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(valid(schema, knownIds), wrong, fc.nat(), fc.constantFrom('replace', 'remove', 'add'))
    .map(([value, bad, at, how]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad;
      const names = Object.keys(jsonSchema(schema).properties ?? {});
      const name = names[at % Math.max(1, names.length)];
      if (how === 'add' || name === undefined) return { ...value, unexpected: bad };
      if (how === 'remove') return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
      return { ...value, [name]: bad };
    });
