import type { Method } from '../../../shared/contract/endpoint.ts';
import { wire } from '../../../shared/contract/wire.ts';
import { CliError } from '../../errors.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const satisfies readonly Method[];

export const readMethod = (text: string): Method => {
  const method = methods.find((known) => known === text.toUpperCase());
  if (method !== undefined) return method;
  throw new CliError('E-USAGE', `The method "${text}" is not known.${didYouMean(text.toUpperCase(), methods)}`, {
    hint: `Methods: ${methods.join(', ')}.`,
  });
};

/** A path on the API of the profile. An address with a host is refused: the token would be sent there. */
export const readPath = (text: string): string => {
  const path = text.startsWith('/') ? text : `/${text}`;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || path.startsWith('//') || /[\\\s#]/.test(path)) {
    throw new CliError('E-USAGE', `"${text}" is not a path of the API.`, {
      hint: 'Write /api/organizations?search=clinic.',
    });
  }
  const address = path.split('?')[0]?.replace(/\/+$/, '').toLowerCase();
  const isFile = Object.values(wire)
    .flatMap((rows) => Object.values(rows))
    .some((row) => row.kind === 'csv' && row.path.toLowerCase() === address);
  if (isFile) {
    throw new CliError('E-USAGE', `The response of ${path} is a file of any size.`, {
      hint: 'Run: carepost reports export --help',
    });
  }
  return path;
};

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const setAt = (fields: Fields, path: string, value: unknown): void => {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    const existing = fields[first];
    // A repeated name becomes a list.
    fields[first] = existing === undefined ? value : [...(Array.isArray(existing) ? existing : [existing]), value];
    return;
  }
  const inner = Object.hasOwn(fields, first) ? fields[first] : undefined;
  const next: Fields = isFields(inner) ? inner : {};
  fields[first] = next;
  setAt(next, rest.join('.'), value);
};

/** `name=text`, `enabled:=true` for any other JSON value, `address.city=Reno` for a field inside; a name given twice is a list. */
export const readFields = (texts: readonly string[]): Fields | undefined => {
  if (texts.length === 0) return undefined;
  const fields: Fields = Object.create(null) as Fields;
  for (const text of texts) {
    const [, name, operator, value = ''] = /^([^=:]+)(:?=)([\s\S]*)$/.exec(text) ?? [];
    if (name === undefined) throw new CliError('E-USAGE', `-f "${text}" must be name=value or name:=json.`);
    if (name.split('.').some((step) => step === '' || step === '__proto__')) {
      throw new CliError('E-USAGE', `-f "${text}": "${name}" is not a field name.`);
    }
    setAt(fields, name, operator === '=' ? value : parseJson(value, `-f "${text}"`));
  }
  return fields;
};

const parseJson = (text: string, source: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new CliError('E-USAGE', `${source} is not valid JSON: ${why}`, {
      hint: 'For text leave out the colon: name=value.',
    });
  }
};
