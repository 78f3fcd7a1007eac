/**
 * Finds the numbers of a text that have the form of a social security number, and those that a label ("SSN", "Soc. Sec. No.") precedes.
 * Runs in linear time: every pattern is bounded, and each part of a text is read a constant number of times.
 */

/** A number in a text. `start` and `end` are positions of the text. */
export interface NumberSpan {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

export interface Candidate extends NumberSpan {
  /** Nine digits together, or three groups of three, two and four. */
  readonly isGrouped: boolean;
  /** `123-45-6789` and `123 45 6789`: only social security numbers are written so. */
  readonly hasOwnForm: boolean;
}

/** Characters of US-ASCII have other forms: full width, other digits, dashes and spaces. */
const otherForms =
  /(?![\0-~])[\uff01-\uff5e\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\p{Pd}\p{Zs}\u00ad\u02d7\u2043\u2212]/gu;
const zeros = [0x0660, 0x06f0, 0x0966];

function asciiOf(character: string): string {
  const code = character.charCodeAt(0);
  // The length has to stay the same.
  if (character.length > 1) return character;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  const zero = zeros.find((first) => code >= first && code <= first + 9);
  if (zero !== undefined) return String(code - zero);
  return /\p{Zs}/u.test(character) ? ' ' : '-';
}

/** The text with ASCII digits, letters, dashes and blanks instead of their other forms; positions stay the same. */
export const plainForm = (text: string): string => text.replace(otherForms, asciiOf);

/** Characters that are not displayed. They part a word from a number, but neither digits nor letters. A soft hyphen is a dash of `plainForm`. */
const invisible = /\p{Cf}+/gu;
const isLetter = (character: string) => /\p{L}/u.test(character);
const isDigit = (character: string) => /\d/.test(character);

/** A text as it reads, and where its positions are in the original text. */
export interface ReadableText {
  readonly plain: string;
  readonly positionOf: (at: number) => number;
}

export function readableForm(text: string): ReadableText {
  const whole = plainForm(text);
  const removed: { readonly at: number; readonly shift: number }[] = [];
  let shift = 0;
  const plain = whole.replace(invisible, (run, at: number) => {
    const [before, after] = [whole.charAt(at - 1), whole.charAt(at + run.length)];
    const rest = (isLetter(before) && isDigit(after)) || (isDigit(before) && isLetter(after)) ? ' ' : '';
    const start = at - shift + rest.length;
    shift += run.length - rest.length;
    removed.push({ at: start, shift });
    return rest;
  });
  if (removed.length === 0) return { plain, positionOf: (at) => at };
  const positionOf = (at: number): number => {
    let [low, high] = [0, removed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((removed[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return at + (removed[low - 1]?.shift ?? 0);
  };
  return { plain, positionOf };
}

/** Digits without a separator. */
type DigitRun = NumberSpan;

/** Single digits of the longest number that is masked; bounds the work on a text of them. */
const maxGroups = 12;
const separator = /[\s\-._/·()]/;
const maxSeparators = 3;
/** Alone it may be any punctuation or symbol. */
const singleSeparator = /[\p{P}\p{S}\s]/u;

/** Runs of digits that add up to one of the lengths, with separators between them at most. `text` is in readable form. */
export function* candidatesIn(text: string, lengths: ReadonlySet<number>): Generator<Candidate> {
  const max = Math.max(...lengths);
  let runs: DigitRun[] = [];
  const next = /\d+/g;
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const run = { start: match.index, end: next.lastIndex, digits: match[0] };
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
  if (to - from === 1) return singleSeparator.test(text.charAt(from));
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
  let digits = '';
  for (const run of runs) digits += run.digits;
  const isThree = runs.length === 3 && digits.length === 9 && first.digits.length === 3 && last.digits.length === 4;
  return {
    start: first.start,
    end: last.end,
    digits,
    isGrouped: isThree || (runs.length === 1 && digits.length === 9),
    hasOwnForm: isThree && (isDashed(text, first.start, last.end) || isSpaced(text, first.start, last.end)),
  };
}

const dashed = /^\d{3} ?-{1,2} ?\d{2} ?-{1,2} ?\d{4}$/;
/** A digit in front or behind makes it another number; letters do not, nor the suffix of an old Medicare number (`123-45-6789A`, `-01`). */
const digitBefore = /(?:\d|\d-)$/;
const digitAfter = /^(?:\d|-\d{3}|-\d{1,2}[\d-])/;

const isDashed = (text: string, start: number, end: number): boolean =>
  dashed.test(text.slice(start, end)) &&
  !digitBefore.test(text.slice(Math.max(0, start - 2), start)) &&
  !digitAfter.test(text.slice(end, end + 4));

/** Numbers that were issued: other values in this form are measurements more often than typing errors. */
const spaced = /^(?!000|666|9)\d{3}\)?([ \t]{1,2}|[./])(?!00)\d{2}\1(?!0000)\d{4}$/;
/** What continues a number in front of it or after it. */
const moreBefore = /(?:[\w\-+/.]|\d[ .,:;)]{1,2}|\+ )$/;
const moreAfter = /^(?:[\w\-/%]|[ .,:]{1,2}\d|\(\d)/;
/** Labels of other numbers, and units of measurements. */
const otherLabel =
  /(?<![\p{L}\p{N}])(?:bp|blood pressure|pressure|vitals?|tel|telephone|phone|mobile|cell|fax|pager|call|mrn|chart|account|acct|invoice|order|claim|npi|ndc|zip|lot|ref|lat|lon|lng|long|grid|values?|tracking|model|serial)(?!\p{L})[^\p{L}\p{N}]{0,6}(?:(?:no|number|is|code|reading|at)(?!\p{L})[^\p{L}\p{N}]{0,6})?$/iu;
const unitAfter = /^ ?(?:mg|mcg|ml|mmhg|mm|bpm|kg|lbs?|cm|units?|iu|cells)(?!\p{L})/iu;

function isSpaced(text: string, start: number, end: number): boolean {
  if (!spaced.test(text.slice(start, end))) return false;
  const before = text.slice(Math.max(0, start - otherLabelLength), start);
  const after = text.slice(end, end + 8);
  const isAlone = !moreBefore.test(before) && !moreAfter.test(after);
  return isAlone && !otherLabel.test(before) && !unitAfter.test(after);
}
const otherLabelLength = 48;

const people = 'patient|member|subscriber|guarantor|insured|employee|spouse|mother|father|parent|guardian|person';
const label = [
  String.raw`(?<![\p{L}\p{N}])(?:${people})?ssa?ns?(?:['’]s)?(?:(?!\p{L})|(?=num|nbr|no(?!\p{L})|value))`,
  String.raw`(?<![\p{L}\p{N}])ss[ _-]{0,2}(?:#|no(?:s|\.)?(?!\p{L})|nb?r(?!\p{L})|num(?:bers?)?(?!\p{L})|(?=:))`,
  String.raw`(?<![\p{L}\p{N}])s s n(?!\p{L})`,
  // Old numbers of Medicare are a social security number with a suffix.
  String.raw`(?<![\p{L}\p{N}])(?:hicn?|medicare)(?!\p{L})`,
  String.raw`(?<![\p{L}\p{N}.])s\. ?s\. ?(?:#|n(?:o|os|um|umber|umbers)?(?!\p{L}))`,
  String.raw`(?<!\p{L})(?:${people})?soc(?:ial|\.)?[\s_-]{0,3}(?:security|sec(?!\p{L}))(?:[\s_-]{1,3}account)?`,
  String.raw`(?<!\p{L})(?:seguro social|seguridad social|no\. de ss(?!\p{L}))`,
  String.raw`(?<![\d.])2\.16\.840\.1\.113883\.4\.1(?![\d.])`,
  String.raw`"code"\s{0,3}:\s{0,3}"SSN?"`,
].join('|');
const labelPattern = new RegExp(label, 'iu');

/** Whether a text, such as the head of a column, labels social security numbers. */
export const isLabel = (text: string): boolean => text !== '' && labelPattern.test(readableForm(text).plain);

/** As in `extension="123456789" root="2.16…"`, `"value": "123456789", "system": "…us-ssn"` and `123456789 (SSN)`. */
const labelAfter = new RegExp(
  String.raw`^["'\s,]{1,12}(?:root|"?system)["'\s:=]{1,8}(?:urn:oid:|https?://[\w./-]{0,60})?(?:us-ssn|2\.16\.840\.1\.113883\.4\.1)["']` +
    String.raw`|^\s{0,2}[([]\s?(?:${label})\s?[)\]]`,
  'iu',
);
/** The longest distance of a label from its number. */
const reach = 120;

export const isLabeledAfter = (text: string, { end }: NumberSpan): boolean =>
  labelAfter.test(text.slice(end, end + reach));

/** Words and names of elements and properties that stand between a label and its number. */
const words =
  'numbers?|nos?|nb?r|num|nums|is|are|was|values?|extension|card|id|ids|of|the|for|from|patient|member|subscriber|guarantor|insured|spouse|mother|father|' +
  'his|her|their|my|a|as|listed|follows|following|on|file|and|or|usa?|ln|text|display|system|string|td|th|tr|b|strong|em|i|span|p|br|div|content|caption|row|cell';
const gap = /[^\p{L}\p{N}]{1,40}/uy;
const word = new RegExp(String.raw`(?:${words})(?!\p{L})`, 'iuy');
const between = String.raw`[\s\-._/·()]{1,3}`;
const oneNumber = String.raw`\d{9}|\d{3}${between}\d{2}${between}\d{4}`;
const nextNumber = new RegExp(String.raw`(?:${oneNumber})(?!\d)`, 'uy');
/** After the label itself in any grouping; in a list, and behind other words, numbers may be of another kind. */
const firstNumber = /(?:\d[\s\-._/·(),:~|•]{0,3}){8}\d(?!\d)/uy;
/** Words that say nothing of the number, such as names; so many of them, and other numbers, may stand between. */
const otherWord = /\p{L}[\p{L}\p{M}'’]{0,30}/uy;
const maxOtherWords = 6;
const otherNumber = /\d[\d\-./]{0,20}/y;
const plural = /ssns|numbers|nos$|ids|are|follow|listed/i;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Numbers after a label: one, or a list of them. `text` is in readable form. */
export function* labeledIn(text: string): Generator<NumberSpan> {
  const labels = new RegExp(label, 'giu');
  for (let match = labels.exec(text); match !== null; match = labels.exec(text)) {
    yield* numbersAfter(text, labels.lastIndex, plural.test(match[0]));
  }
}

/** A word or a number between a label and its number; undefined for the label of another number. */
function passedOver(text: string, at: number): string | undefined {
  const name = matchAt(otherWord, text, at);
  if (name === undefined) return matchAt(otherNumber, text, at);
  return otherLabel.test(name) || /^root$/i.test(name) ? undefined : name;
}

function* numbersAfter(text: string, from: number, isPlural: boolean): Generator<NumberSpan> {
  let at = from;
  let last = from;
  let isFirst = true;
  let isConnected = true;
  let isList = isPlural;
  let otherWords = 0;
  while (at < text.length && at - last < reach) {
    const number = isConnected ? matchAt(isFirst && otherWords === 0 ? firstNumber : nextNumber, text, at) : undefined;
    if (number !== undefined) {
      yield { start: at, end: at + number.length, digits: number.replaceAll(/\D/g, '') };
      at += number.length;
      last = at;
      isFirst = false;
      isConnected = false;
      continue;
    }
    const punctuation = matchAt(gap, text, at);
    const token = punctuation ?? matchAt(word, text, at) ?? (isFirst ? passedOver(text, at) : undefined);
    if (token === undefined || otherWords > maxOtherWords) return;
    if (punctuation === undefined && matchAt(word, text, at) === undefined) otherWords++;
    if (punctuation === undefined) {
      isList ||= plural.test(token);
      if (!isFirst && !/^(?:and|or)$/i.test(token)) return;
    }
    isConnected ||= punctuation === undefined || isList || /[,;&]/.test(token);
    at += token.length;
  }
}
