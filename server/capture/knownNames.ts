import { z } from 'zod';
import type { Area } from '../../shared/contract/endpoint.ts';

/** Names that errors and lists carry besides those of the rows. */
const always = ['code', 'message', 'modelState', 'correlationId', 'id'];

/**
 * Every field name of the contract. Only these are stored in a capture: a name that a caller made up may itself be a secret or the
 * name of a patient.
 */
export function namesOfContract(areas: readonly { readonly rows: Area }[]): ReadonlySet<string> {
  const names = new Set(always);
  for (const { rows } of areas) {
    for (const row of Object.values(rows)) {
      const schemas = [row.query, row.body, row.response.kind === 'json' ? row.response.schema : undefined];
      for (const schema of schemas) if (schema) collect(jsonSchema(schema), names);
    }
  }
  return names;
}

const jsonSchema = (schema: z.core.$ZodType): unknown =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

function collect(node: unknown, names: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  if ('properties' in node && typeof node.properties === 'object' && node.properties !== null) {
    for (const name of Object.keys(node.properties)) names.add(name);
  }
  for (const child of Object.values(node)) collect(child, names);
}
