import {
  type Candidate,
  candidatesIn,
  isLabel,
  isLabeledAfter,
  labeledIn,
  type NumberSpan,
  plainForm,
  readableForm,
} from './socialSecurityText.ts';

/**
 * Social security numbers (SSN): which values are one, and how every door masks them (web, API, PDF, text, HL7 report). A number is displayed
 * as its last four digits; only the original document has it whole.
 */

/** OID of the social security number as an identifier (HL7 OID registry). */
export const ssnRoot = '2.16.840.1.113883.4.1';

/** Whether the root of an identifier is that of social security numbers, with or without `urn:oid:`. */
export const isSsnRoot = (root: string | null | undefined): boolean =>
  (root ?? '').trim().replace(/^urn:oid:/i, '') === ssnRoot;

const digitsOf = (text: string): string => plainForm(text).replaceAll(/\D/g, '');

/** The nine digits of a social security number in any grouping, also with a prefix of letters; null for every other value. */
export const ssnOf = (value: string): string | null => {
  const digits = digitsOf(value);
  return digits.length === 9 && value.trim().length <= maxSsnLength ? digits : null;
};
const maxSsnLength = 20;

/** `***-**-6789` for the nine digits of a number. */
export const maskSsn = (digits: string): string => `***-**-${digits.slice(-visibleDigits)}`;
const visibleDigits = 4;

/** Digits of a value under the SSN root that is masked in texts: also a mistyped number, which no rule accepts as one. */
const sensitiveDigits = (value: string): string | null => {
  const digits = digitsOf(value);
  return digits.length >= 7 && digits.length <= 12 && value.trim().length <= maxSsnLength ? digits : null;
};

const maskedNumber = /^\*{3}-\*{2}-(\d{4})$/;
/** What is displayed of a value under the SSN root: the masked number, also of one that is masked already; null for every other value. */
export const displayedSsn = (value: string): string | null => {
  const digits = ssnOf(value);
  if (digits !== null) return maskSsn(digits);
  return maskedNumber.test(value.trim()) ? value.trim() : null;
};

/** More than a batch of messages or a list of patients has; bounds the memory for a hostile document. */
export const maxSsns = 20_000;

/**
 * Masks the social security numbers of a text: the `known` ones (values under the SSN root, or `***-**-6789`, which stands for every number
 * with these last digits), those written `123-45-6789` or `123 45 6789`, and those that a label such as "SSN" precedes. All digits but the
 * last four become `*`; the length stays, so that positions in the text do too.
 */
export const ssnMask = (known: readonly string[] = []): ((text: string) => string) => {
  const numbers = new Set<string>();
  const endings = new Set<string>();
  for (const value of known.slice(0, maxSsns)) {
    const ending = maskedNumber.exec(value.trim())?.[1];
    const digits = sensitiveDigits(value);
    if (ending !== undefined) endings.add(ending);
    else if (digits !== null) numbers.add(digits);
  }
  const lengths = new Set([9, ...[...numbers].map(({ length }) => length)]);
  return (text) => {
    const { plain, positionOf } = readableForm(text);
    const isSsn = (candidate: Candidate): boolean =>
      numbers.has(candidate.digits) ||
      (candidate.isGrouped && (endings.has(candidate.digits.slice(-visibleDigits)) || isShown(plain, candidate)));
    const spans: Omit<NumberSpan, 'digits'>[] = [...labeledIn(plain)];
    for (const candidate of candidatesIn(plain, lengths)) if (isSsn(candidate)) spans.push(candidate);
    return hideSpans(
      text,
      spans.map(({ start, end }) => ({ start: positionOf(start), end: positionOf(end - 1) + 1 })),
    );
  };
};

const isShown = (plain: string, candidate: Candidate): boolean =>
  candidate.isGrouped && (candidate.hasOwnForm || isLabeledAfter(plain, candidate));

function hideSpans(text: string, spans: Omit<NumberSpan, 'digits'>[]): string {
  let masked = '';
  let from = 0;
  // Of numbers that overlap the longer one.
  for (const { start, end } of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < from) continue;
    masked += text.slice(from, start) + hideDigits(text.slice(start, end));
    from = end;
  }
  return from === 0 ? text : masked + text.slice(from);
}

function hideDigits(number: string): string {
  const plain = plainForm(number);
  let left = digitsOf(number).length - visibleDigits;
  return Array.from({ length: number.length }, (_, at) =>
    /\d/.test(plain.charAt(at)) && left-- > 0 ? '*' : number.charAt(at),
  ).join('');
}

/** Digits of the social security numbers that a text shows by a label or by their form; for `ssnMask` of the other texts of a document. */
export const ssnsIn = (text: string): string[] => {
  const { plain } = readableForm(text);
  const numbers = new Set<string>();
  for (const { digits } of labeledIn(plain)) numbers.add(digits);
  for (const digits of ssnsInLines(plain)) numbers.add(digits);
  for (const candidate of candidatesIn(plain, nineDigits)) if (isShown(plain, candidate)) numbers.add(candidate.digits);
  return [...numbers].slice(0, maxSsns);
};
const nineDigits: ReadonlySet<number> = new Set([9]);

/**
 * The numbers in cells below or after a cell that labels social security numbers, whichever row of the table is its heading; all numbers
 * where the caption is the label. The items of a list are a table of one column.
 */
export const ssnsInTable = (rows: readonly (readonly string[])[], caption = ''): string[] => {
  const columns = new Set<number>();
  const isHeading = (cell: string | undefined) => cell !== undefined && !/\d{4}/.test(cell) && isLabel(cell);
  const isLabeled = isHeading(caption);
  return rows.flatMap((row) => {
    const cells = row.filter((_, index) => isLabeled || columns.has(index) || isHeading(row[index - 1]));
    for (const [index, cell] of row.entries()) if (isHeading(cell)) columns.add(index);
    return cells.map(ssnOf).filter((digits) => digits !== null);
  });
};

const delimiters = [',', ';', '\t', '|', /\s{2,}/] as const;

/** The same in a text whose lines are rows: CSV, or columns that are aligned by tabs or blanks. */
const isNumberOrLabel = (cell: string) =>
  cell.length <= 40 && cell.length >= 2 && (/^[\d\s-]{9,13}$/.test(cell) || isLabel(cell));

function ssnsInLines(plain: string): string[] {
  if (!isLabel(plain)) return [];
  const lines = plain.split(/\r\n|[\r\n\f]/);
  return delimiters.flatMap((delimiter) => {
    const rows = lines.map((line) => line.split(delimiter).map((cell) => cell.trim().replaceAll('"', '')));
    // A line of prose has commas too: only cells that are nothing but a number, and none of the line of the label.
    return ssnsInTable(rows.map((row) => row.map((cell) => (isNumberOrLabel(cell) ? cell : ''))));
  });
}

/** A text with its social security numbers masked, those that only one of its places labels everywhere in it. */
export const maskSsns = (text: string, known: readonly string[] = []): string =>
  ssnMask([...known, ...ssnsIn(text)])(text);
