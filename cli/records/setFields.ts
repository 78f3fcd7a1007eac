import type { OptionSpec } from '../command.ts';
import { isRecord, type Row } from '../output/fields.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';

/**
 * What a field holds, so that its text can be read: `flag` is true or false, a `list` is written a|b|c, and of words that stand for
 * numbers either can be given.
 */
export type FieldKind = 'text' | 'number' | 'flag' | 'list' | Readonly<Record<string, number>>;
export type Settable = Readonly<Record<string, FieldKind>>;

export interface FieldValue {
  /** Dotted where nested: `address.city`. */
  readonly path: string;
  readonly value: unknown;
}

/** Stands for "no value", as in the CSV files of bulk changes. */
const clearing = '\\N';
const flagWords = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
]);

const numberOf = (path: string, words: Readonly<Record<string, number>>, text: string): number => {
  const found = Object.entries(words).find(
    ([word, number]) => word.toLowerCase() === text.toLowerCase() || String(number) === text,
  );
  if (found === undefined) throw new TypeError(`${path} is ${Object.keys(words).join(' or ')}, not "${text}"`);
  return found[1];
};

const valueOf = (path: string, kind: FieldKind, text: string): unknown => {
  if (typeof kind === 'object') return numberOf(path, kind, text);
  if (kind === 'list') return text === clearing || text === '' ? [] : text.split('|').map((part) => part.trim());
  if (kind === 'flag') {
    const flag = flagWords.get(text.toLowerCase());
    if (flag === undefined) throw new TypeError(`${path} is true or false, not "${text}"`);
    return flag;
  }
  if (text === clearing) return null;
  if (kind === 'text') return text;
  // Not what Number() also takes: 0x10, 1e3 and blanks are slips of the pen.
  if (!/^-?\d+(\.\d+)?$/.test(text.trim())) throw new TypeError(`${path} is a number, not "${text}"`);
  return Number(text);
};

/** Reads `field=value` by the kind of the field; throws a TypeError that says what is wrong. */
export const parseSet =
  (settable: Settable) =>
  (text: string): FieldValue => {
    const at = text.indexOf('=');
    if (at < 1) throw new TypeError(`"${text}" is not of the form field=value`);
    const path = text.slice(0, at).trim();
    const kind = Object.hasOwn(settable, path) ? settable[path] : undefined;
    if (kind === undefined) {
      throw new TypeError(`"${path}" is no field that can be set.${didYouMean(path, Object.keys(settable))}`);
    }
    return { path, value: valueOf(path, kind, text.slice(at + 1)) };
  };

const writtenAs = (kind: FieldKind): string => {
  if (typeof kind === 'object') return ` (${Object.keys(kind).join(' or ')})`;
  return { text: '', number: ' (number)', flag: ' (true or false)', list: ' (a|b|c)' }[kind];
};

const lineLength = 110;

/** The fields for the help of a command, in lines that fit a terminal. */
export const fieldsText = (settable: Settable): string => {
  const lines: string[] = [];
  let line = 'Fields:';
  const names = Object.entries(settable).map(([path, kind]) => path + writtenAs(kind));
  for (const [index, name] of names.entries()) {
    const word = ` ${name}${index === names.length - 1 ? '.' : ','}`;
    if (line.length + word.length > lineLength) {
      lines.push(line);
      line = ' ';
    }
    line += word;
  }
  return [...lines, line].join('\n');
};

/** `--set field=value` for these fields. */
export const setFlag = (settable: Settable): OptionSpec => ({
  flags: '--set <field=value>',
  summary: 'a field; lists as a|b|c, \\N clears; repeat for more',
  group: 'Selection',
  many: true,
  parse: parseSet(settable),
});

/** Every place of a record that can be reached by name: `address.city`. */
export const pathsIn = (record: Row, settable: Settable, before = ''): string[] =>
  Object.entries(record).flatMap(([name, inner]) => {
    const path = before + name;
    return isRecord(inner) && !Object.hasOwn(settable, path) ? pathsIn(inner, settable, `${path}.`) : [path];
  });

const withField = (record: Row, [first = '', ...rest]: readonly string[], value: unknown): Row => {
  const inner = record[first];
  return { ...record, [first]: rest.length === 0 ? value : withField(isRecord(inner) ? inner : {}, rest, value) };
};

/** The record with the fields set; what it was made from stays as it is. */
export const withFields = (record: Row, values: readonly FieldValue[]): Row =>
  values.reduce((changed, { path, value }) => withField(changed, path.split('.'), value), record);
