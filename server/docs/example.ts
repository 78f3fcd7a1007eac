type Schema = Record<string, unknown>;

const texts: Readonly<Record<string, string>> = {
  uuid: '0198c0de-7a10-7c3e-9f51-2f6d3c1b8a42',
  email: 'pat@clinic.example',
  'date-time': '2026-03-01T12:00:00.000Z',
  date: '2026-03-01',
  uri: 'https://clinic.example',
};

/** A small value that a schema accepts, to show what a body looks like. */
export function exampleOf(schema: Schema, depth = 0): unknown {
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  const [first] = asSchemas(schema['anyOf'] ?? schema['oneOf']);
  if (first) return exampleOf(first, depth);
  const values = schema['enum'];
  if (Array.isArray(values)) return values[0];
  switch ([schema['type']].flat()[0]) {
    case 'object': {
      const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
      return depth > 4
        ? {}
        : Object.fromEntries(properties.map(([name, field]) => [name, exampleOf(field, depth + 1)]));
    }
    case 'array':
      return [exampleOf((schema['items'] ?? {}) as Schema, depth + 1)];
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1));
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return texts[String(schema['format'])] ?? 'text';
  }
}

const asSchemas = (value: unknown): Schema[] => (Array.isArray(value) ? (value as Schema[]) : []);
