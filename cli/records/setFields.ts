import { contractFields, type RequestKind } from '../../shared/contract/contractFields.ts';
import { type Call, contentFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { isRecord, type Row, valueAt } from '../output/fields.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';

/** Type of a field, which decides how its text is parsed: a `list` is written a|b|c; an enumeration takes its texts or their numbers. */
type FieldKind = RequestKind | Readonly<Record<string, number>>;
export type Settable = Readonly<Record<string, FieldKind>>;

/** The fields that a write sets, without the excepted ones. */
export const settableOf = (call: Call, ...except: readonly string[]): Settable => {
  const [area = '', row = ''] = call.split('.');
  const fields = Object.entries(contractFields[area]?.[row]?.request ?? {});
  return Object.fromEntries(fields.filter(([name]) => !except.includes(name)));
};

export interface FieldValue {
  /** Dotted where nested: `address.city`. */
  readonly path: string;
  readonly value: unknown;
}

/** Clears a field, as in the CSV files of bulk changes. */
const clearText = '\\N';
const booleans = new Map([
  ...['true', 'yes', '1'].map((text) => [text, true] as const),
  ...['false', 'no', '0'].map((text) => [text, false] as const),
]);

const numberOf = (path: string, codes: Readonly<Record<string, number>>, text: string): number => {
  const match = Object.entries(codes).find(
    ([name, code]) => name.toLowerCase() === text.toLowerCase() || String(code) === text,
  );
  if (match === undefined) throw new TypeError(`${path} must be ${Object.keys(codes).join(' or ')}, not "${text}"`);
  return match[1];
};

const valueOf = (path: string, kind: FieldKind, text: string): unknown => {
  if (typeof kind === 'object') return numberOf(path, kind, text);
  if (kind === 'list') return text === clearText || text === '' ? [] : text.split('|').map((part) => part.trim());
  if (kind === 'flag') {
    const flag = booleans.get(text.toLowerCase());
    if (flag === undefined) throw new TypeError(`${path} must be true or false, not "${text}"`);
    return flag;
  }
  if (text === clearText) return null;
  if (kind === 'text') return text;
  // Number() also accepts 0x10, 1e3 and blanks, which are typing errors here.
  if (!/^-?\d+(\.\d+)?$/.test(text.trim())) throw new TypeError(`${path} must be a number, not "${text}"`);
  return Number(text);
};

export const unknownText = (path: string, settable: Settable): string =>
  `"${path}" is not a field that can be set.${didYouMean(path, Object.keys(settable))}`;

/** Parses `field=value` by the type of the field; the TypeError's message is for the user. */
export const parseSet =
  (settable: Settable) =>
  (text: string): FieldValue => {
    const at = text.indexOf('=');
    if (at < 1) throw new TypeError(`"${text}" is not of the form field=value`);
    const path = text.slice(0, at).trim();
    const kind = Object.hasOwn(settable, path) ? settable[path] : undefined;
    if (kind === undefined) throw new TypeError(unknownText(path, settable));
    return { path, value: valueOf(path, kind, text.slice(at + 1)) };
  };

const syntaxOf = (kind: FieldKind): string => {
  if (typeof kind === 'object') return ` (${Object.keys(kind).join(' or ')})`;
  return { text: '', number: ' (number)', flag: ' (true or false)', list: ' (a|b|c)' }[kind];
};

const maxLineLength = 110;

/** The settable fields for the help of a command, in lines that fit a terminal. */
export const fieldsText = (settable: Settable): string => {
  const lines: string[] = [];
  let line = 'Fields:';
  const names = Object.entries(settable).map(([path, kind]) => path + syntaxOf(kind));
  for (const [index, name] of names.entries()) {
    const item = ` ${name}${index === names.length - 1 ? '.' : ','}`;
    if (line.length + item.length > maxLineLength) {
      lines.push(line);
      line = ' ';
    }
    line += item;
  }
  return [...lines, line].join('\n');
};

/** `--set field=value` for these fields. */
export const setFlag = (settable: Settable) =>
  contentFlag('--set <field=value>', 'value of a field; lists as a|b|c, \\N clears the field; repeatable', {
    many: true,
    distinct: true,
    parse: parseSet(settable),
  });

/** The paths of all fields of a record: `address.city`. */
export const pathsIn = (record: Row, settable: Settable, before = ''): string[] =>
  Object.entries(record).flatMap(([name, inner]) => {
    const path = before + name;
    return isRecord(inner) && !Object.hasOwn(settable, path) ? pathsIn(inner, settable, `${path}.`) : [path];
  });

const withField = (record: Row, [first = '', ...rest]: readonly string[], value: unknown): Row => {
  const inner = record[first];
  return { ...record, [first]: rest.length === 0 ? value : withField(isRecord(inner) ? inner : {}, rest, value) };
};

/** A copy of the record with the fields set. */
export const withFields = (record: Row, values: readonly FieldValue[]): Row =>
  values.reduce((changed, { path, value }) => withField(changed, path.split('.'), value), record);

/** A number or a flag in a JSON file is no text: "5" and 5 would be stored alike. */
export const checkTexts = (settable: Settable, body: Row): void => {
  for (const path of pathsIn(body, settable)) {
    const value = valueAt(body, path);
    if (settable[path] === 'text' && (typeof value === 'number' || typeof value === 'boolean'))
      throw new CliError('E-FILE-INVALID', `"${path}" must be a text in quotes, not ${value}.`, {
        hint: 'Correct the fields.',
      });
  }
};

/** The fields of a new record; null and empty values stand for fields that are not set. */
export const newFields = (
  { settable, readOnly = [] }: { readonly settable: Settable; readonly readOnly?: readonly string[] },
  body: Row,
): readonly FieldValue[] => {
  const paths = pathsIn(body, settable);
  const unknown = paths.find((path) => !Object.hasOwn(settable, path) && !readOnly.includes(path));
  if (unknown !== undefined)
    throw new CliError('E-FILE-INVALID', unknownText(unknown, settable), { hint: 'Correct the fields.' });
  return paths
    .filter((path) => Object.hasOwn(settable, path))
    .map((path): FieldValue => ({ path, value: valueAt(body, path) }))
    .filter(({ value }) => value !== null && value !== undefined && value !== '');
};
