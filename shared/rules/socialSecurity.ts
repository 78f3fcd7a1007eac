/**
 * Social security numbers (SSN): which values are one, and how every door masks them (web, API, PDF, text, HL7 report). A number is displayed
 * as its last four digits; only the original document has it whole.
 */

/** OID of the social security number as an identifier (HL7 OID registry). */
export const ssnRoot = '2.16.840.1.113883.4.1';

/** Whether the root of an identifier is that of social security numbers, with or without `urn:oid:`. */
export const isSsnRoot = (root: string | null | undefined): boolean =>
  (root ?? '').trim().replace(/^urn:oid:/i, '') === ssnRoot;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

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
/** A hostile document may name any number of them. */
const maxNumbers = 200;

/**
 * Masks the social security numbers of a text: the `known` ones (values under the SSN root, or `***-**-6789`, which stands for every number
 * with these last digits), those written `123-45-6789`, and those that a label such as "SSN" precedes. All digits but the last four become
 * `*`; the length stays, so that positions in the text do too.
 */
export const ssnMask = (known: readonly string[] = []): ((text: string) => string) => {
  const numbers = new Set<string>();
  const endings = new Set<string>();
  for (const value of known.slice(0, maxNumbers)) {
    const ending = maskedNumber.exec(value.trim())?.[1];
    const digits = sensitiveDigits(value);
    if (ending !== undefined) endings.add(ending);
    else if (digits !== null) numbers.add(digits);
  }
  const lengths = new Set([9, ...[...numbers].map(({ length }) => length)]);
  const isSsn = (candidate: Candidate, text: string): boolean =>
    numbers.has(candidate.digits) ||
    (candidate.isGrouped && (candidate.isDashed || endings.has(candidate.digits.slice(-visibleDigits)))) ||
    (candidate.isGrouped && isLabeled(text, candidate));
  return (text) => {
    let masked = '';
    let from = 0;
    for (const candidate of candidatesIn(text, lengths)) {
      if (candidate.start < from || !isSsn(candidate, text)) continue;
      masked += text.slice(from, candidate.start) + hideDigits(text.slice(candidate.start, candidate.end));
      from = candidate.end;
    }
    return from === 0 ? text : masked + text.slice(from);
  };
};

/** Digits of the social security numbers that a text shows by a label or by their form; for `ssnMask` of the other texts of a document. */
export const ssnsIn = (text: string): string[] => {
  const found = [...candidatesIn(text, new Set([9]))].filter(
    (candidate) => candidate.isDashed || (candidate.isGrouped && isLabeled(text, candidate)),
  );
  return [...new Set(found.map(({ digits }) => digits))].slice(0, maxNumbers);
};

/** The numbers in the cells of columns (or after cells) that are labeled as social security numbers. */
export const ssnsInTable = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const columns = new Set(head.flatMap((cell, index) => (labelOnly.test(cell) ? [index] : [])));
  const cells = rows.flatMap((row) =>
    row.filter((_, index) => columns.has(index) || (index > 0 && labelOnly.test(row[index - 1] ?? ''))),
  );
  return cells.map(ssnOf).filter((digits) => digits !== null);
};

/**
 * Values of an HL7 v2 message that are social security numbers by their place: PID-19, GT1-12, NK1-37, IN2-2, and identifiers (CX) of type
 * SS or of the SSN root in any segment; and those that a label or their form shows.
 */
export const ssnsOfHl7 = (message: string): string[] => {
  const header = /(?:MSH|FHS|BHS)([^\w\s])(\S)(\S)/.exec(message);
  if (!header) return [];
  const [, field = '|', component = '^', repetition = '~'] = header;
  const values: string[] = [];
  for (const line of message.split(/\r\n|[\r\n]|\\r(?=[A-Z][A-Z0-9]{2})/)) {
    const fields = line.trimStart().split(field);
    const ssnField = ssnFields[fields[0] ?? ''];
    for (const [index, value] of fields.entries()) {
      if (value.length > maxFieldLength) continue;
      for (const one of value.split(repetition)) {
        const [id = '', , , authority = '', type = ''] = one.split(component);
        if (index === ssnField || type === 'SS' || authority.includes(ssnRoot)) values.push(id);
      }
    }
    if (values.length > maxNumbers) break;
  }
  return [...values.filter((value) => value !== ''), ...ssnsIn(message)];
};

const ssnFields: Readonly<Record<string, number>> = { PID: 19, GT1: 12, NK1: 37, IN2: 2 };
/** Longer fields are texts and files. */
const maxFieldLength = 4000;

interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  /** Nine digits together, or three groups of three, two and four. */
  readonly isGrouped: boolean;
  /** `123-45-6789` */
  readonly isDashed: boolean;
}

interface DigitRun {
  readonly start: number;
  readonly end: number;
}

/** More groups than any form of a number has; bounds the work on a text of single digits. */
const maxGroups = 5;
const separator = /[\s\p{Pd}\u2212._/·]/u;
const maxSeparators = 3;

/** Runs of digits that add up to one of the lengths, with separators between them at most. */
function* candidatesIn(text: string, lengths: ReadonlySet<number>): Generator<Candidate> {
  const max = Math.max(...lengths);
  let runs: DigitRun[] = [];
  const next = /\d+/g;
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const run = { start: match.index, end: next.lastIndex };
    const previous = runs.at(-1);
    if (previous && !isSeparated(text, previous.end, run.start)) runs = [];
    runs.push(run);
    if (runs.length > maxGroups) runs.shift();
    // The longest first, so that a number within another one is not masked alone.
    for (const at of startsOf(runs, lengths, max)) yield candidateOf(text, runs.slice(at));
  }
}

function isSeparated(text: string, from: number, to: number): boolean {
  if (to - from > maxSeparators) return false;
  for (let at = from; at < to; at++) if (!separator.test(text.charAt(at))) return false;
  return true;
}

/** Runs from which on the digits up to the last run have one of the lengths. */
function startsOf(runs: readonly DigitRun[], lengths: ReadonlySet<number>, max: number): number[] {
  const starts: number[] = [];
  let digits = 0;
  for (let at = runs.length - 1; at >= 0; at--) {
    const run = runs[at] as DigitRun;
    digits += run.end - run.start;
    if (digits > max) break;
    if (lengths.has(digits)) starts.unshift(at);
  }
  return starts;
}

function candidateOf(text: string, runs: readonly DigitRun[]): Candidate {
  const [first, last] = [runs[0] as DigitRun, runs.at(-1) as DigitRun];
  const number = text.slice(first.start, last.end);
  const sizes = runs.map(({ start, end }) => end - start).join('-');
  const isAlone = !partOfMore.test(text.charAt(first.start - 1)) && !partOfMore.test(text.charAt(last.end));
  return {
    start: first.start,
    end: last.end,
    digits: digitsOf(number),
    isGrouped: sizes === '9' || sizes === '3-2-4',
    isDashed: sizes === '3-2-4' && isAlone && dashed.test(number),
  };
}

const partOfMore = /[\w\p{Pd}]/u;
const dashed = /^\d{3}[\p{Pd}\u2212]\d{2}[\p{Pd}\u2212]\d{4}$/u;

const hideDigits = (number: string): string => {
  let left = digitsOf(number).length - visibleDigits;
  return number.replaceAll(/\d/g, (digit) => (left-- > 0 ? '*' : digit));
};

const label = String.raw`(?:\bssn\b|\bss#|\bss (?:no|number)\b|social[\s-]{1,3}security|(?<![\d.])2\.16\.840\.1\.113883\.4\.1(?![\d.]))`;
const labelOnly = new RegExp(label, 'i');
/** What stands between a label and its number: punctuation and a few words, in a text as well as in JSON and XML. */
const between = String.raw`[^\p{L}\p{N}<>{}]{0,12}(?:(?:number|no|num|nr|is|value|extension|card)\b[^\p{L}\p{N}<>{}]{0,12}){0,3}`;
const labelBefore = new RegExp(`${label}${between}$`, 'iu');
/** As in `extension="123456789" root="2.16…"` and `"value": "123456789", "system": "…us-ssn"`. */
const labelAfter = new RegExp(
  String.raw`^["'\s,]{1,12}(?:root|"?system)["'\s:=]{1,8}(?:urn:oid:|https?://[\w./-]{0,60})?(?:us-ssn|2\.16\.840\.1\.113883\.4\.1)["']`,
  'i',
);
const lookAround = 120;

const isLabeled = (text: string, { start, end }: Candidate): boolean =>
  labelBefore.test(text.slice(Math.max(0, start - lookAround), start)) ||
  labelAfter.test(text.slice(end, end + lookAround));

/** A text with its social security numbers masked, those that only one of its places labels everywhere in it. */
export const maskSsns = (text: string, known: readonly string[] = []): string =>
  ssnMask([...known, ...ssnsIn(text)])(text);
