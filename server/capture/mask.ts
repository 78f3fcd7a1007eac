/** The form of a value without the value: what kind, how long, how many. Bounded, however large the body. */

const maxItems = 3;
const maxFields = 100;
const deepest = 10;
const maxNodes = 1_000;

/** Masks one body: names of the contract stay, everything else is only counted. */
export function maskJson(value: unknown, names: ReadonlySet<string>): unknown {
  let nodes = 0;
  const mask = (part: unknown, depth: number): unknown => {
    nodes += 1;
    if (part === null || part === undefined) return null;
    if (typeof part !== 'object') return maskValue(part);
    if (depth >= deepest || nodes > maxNodes) return '[more]';
    if (Array.isArray(part)) {
      const shown = part.slice(0, maxItems).map((item) => mask(item, depth + 1));
      return part.length > maxItems ? [...shown, `[${part.length - maxItems} more]`] : shown;
    }
    const fields = Object.entries(part);
    const shown = fields
      .slice(0, maxFields)
      .map(([name, inner], index) => [maskName(name, index, names), mask(inner, depth + 1)] as const);
    const rest = fields.length > maxFields ? [['[more]', `[${fields.length - maxFields} more]`] as const] : [];
    return Object.fromEntries([...shown, ...rest]);
  };
  return mask(value, 0);
}

/** Names with masked values; null where there are none. */
export function maskQuery(query: unknown, names: ReadonlySet<string>): unknown {
  return typeof query === 'object' && query !== null && Object.keys(query).length > 0 ? maskJson(query, names) : null;
}

export const maskText = (text: string): string => `[len ${text.length}]`;

function maskValue(value: unknown): string {
  return typeof value === 'string' ? maskText(value) : `[${typeof value}]`;
}

/** `contact.email`, as errors name fields, is known when its parts are. Positions keep two unknown names apart. */
function maskName(name: string, index: number, names: ReadonlySet<string>): string {
  const known = name.split('.').every((part) => names.has(part) || /^\d{1,4}$/.test(part));
  return known ? name : `[name ${index + 1}]`;
}
