/** Rules of the clinical document viewer (experience.md 9): dates, sorting, masking and the arrangement of sections. */

/** A point in time of HL7 (`20120815103000-0500`) as far as it goes: `08/15/2012 10:30 -0500`, `08/2012`, `2012`; else the text itself. */
export const hl7Time = (value: string): string => {
  const parts = /^(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)?\d*(?:\.\d+)?)?([+-]\d{4})?$/.exec(value.trim());
  if (!parts) return value.trim();
  const [, year, month, day, hour, minute, zone] = parts;
  if (!month) return year ?? '';
  if (!day) return `${month}/${year}`;
  const time = hour && minute && hour + minute !== '0000' ? ` ${hour}:${minute}${zone ? ` ${zone}` : ''}` : '';
  return `${month}/${day}/${year}${time}`;
};

/** The day alone, for birth dates. */
export const hl7Day = (value: string): string => hl7Time(value.trim().slice(0, 8));

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthOf = (word: string): number => months.indexOf(word.slice(0, 3).toLowerCase()) + 1;

const clock = (text: string): number => {
  const time = /\b(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap])?\.?m?\.?/i.exec(text);
  if (!time) return 0;
  const half = time[4]?.toLowerCase();
  const hour = (Number(time[1]) % (half ? 12 : 24)) + (half === 'p' ? 12 : 0);
  return hour * 3600 + Number(time[2]) * 60 + Number(time[3] ?? 0);
};

const stamp = (year: number, month: number, day: number, text: string): number | null =>
  month < 1 || month > 12 || day > 31 ? null : ((year * 12 + month) * 32 + day) * 86_400 + clock(text);

/** A number that puts the dates people write into their order; null where the text begins with no date. */
const dateKey = (text: string): number | null => {
  const iso = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/.exec(text);
  if (iso) return stamp(Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 0), text.slice(iso[0].length));
  const us = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/.exec(text);
  if (us) return stamp(Number(us[3]), Number(us[1]), Number(us[2]), text.slice(us[0].length));
  const monthYear = /^(\d{1,2})\/(\d{4})(?!\d)/.exec(text);
  if (monthYear) return stamp(Number(monthYear[2]), Number(monthYear[1]), 0, '');
  const hl7 = /^((?:19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)(\d\d)?(\d\d)?/.exec(text);
  if (hl7 && /^\d+(?:[+-]\d{4})?$/.test(text))
    return stamp(Number(hl7[1]), Number(hl7[2]), Number(hl7[3]), hl7[4] && hl7[5] ? `${hl7[4]}:${hl7[5]}` : '');
  const named = /^(?:\w{3,9},?\s+)?([A-Za-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})(?!\d)/.exec(text);
  if (named && monthOf(named[1] ?? '') > 0)
    return stamp(Number(named[3]), monthOf(named[1] ?? ''), Number(named[2]), text.slice(named[0].length));
  const dayFirst = /^(\d{1,2})[\s-]([A-Za-z]{3,9})\.?,?[\s-](\d{4})(?!\d)/.exec(text);
  if (dayFirst && monthOf(dayFirst[2] ?? '') > 0)
    return stamp(Number(dayFirst[3]), monthOf(dayFirst[2] ?? ''), Number(dayFirst[1]), text.slice(dayFirst[0].length));
  return null;
};

const numberKey = (text: string): number | null => {
  const match = /^[<>≤≥~=]*\s*\$?\s*([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?)(?=$|[^\d.])/.exec(text);
  const digits = match?.[1]?.replaceAll(',', '') ?? '';
  return /\d/.test(digits) ? Number(digits) : null;
};

type Key = { readonly rank: 0 | 1 | 2; readonly value: number };
const keyOf = (text: string): Key => {
  const date = dateKey(text);
  if (date !== null) return { rank: 0, value: date };
  const number = numberKey(text);
  return number === null ? { rank: 2, value: 0 } : { rank: 1, value: number };
};

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Order of two cells of a column: dates by day, numbers by size, texts by letter. Empty cells are last in both directions. */
export const compareCells = (left: string, right: string, direction: 'ascending' | 'descending'): number => {
  const [a, b] = [left.trim(), right.trim()];
  const [emptyA, emptyB] = [/^[-–—]*$/.test(a), /^[-–—]*$/.test(b)];
  if (emptyA || emptyB) return Number(emptyA) - Number(emptyB);
  const [keyA, keyB] = [keyOf(a), keyOf(b)];
  const order =
    keyA.rank - keyB.rank ||
    (keyA.rank === 2 ? collator.compare(a, b) : keyA.value - keyB.value) ||
    collator.compare(a, b);
  return direction === 'ascending' ? order : -order;
};

const hidden = '•';
const visibleDigits = 4;
/** The last characters of a shorter identifier would disclose most of it. */
const leastForEnd = 9;

/** An identifier as it is displayed until the user reveals it: long ones with their last four characters. */
export const maskIdentifier = (id: string): string =>
  id.length >= leastForEnd
    ? hidden.repeat(4) + id.slice(-visibleDigits)
    : hidden.repeat(Math.max(4, Math.min(8, id.length)));

const leastMasked = 5;
/** No patient has more; a hostile document may name any number. */
const mostMasked = 50;
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Masks identifiers, such as the record numbers of a patient, wherever a text has them. */
export const identifierMask = (identifiers: readonly string[]): ((text: string) => string) => {
  const named = identifiers
    .filter((id) => id.length >= leastMasked)
    .slice(0, mostMasked)
    .map((id) => escaped(id.slice(0, 100)));
  if (named.length === 0) return (text) => text;
  const pattern = new RegExp(`(?<![\\w-])(?:${named.join('|')})(?![\\w-])`, 'g');
  return (text) => text.replace(pattern, (number) => maskIdentifier(number));
};

/** How a person wants the sections: by LOINC code, so that nothing of a patient is stored. */
export type CcdaArrangement = {
  readonly hidden: string[];
  readonly order: string[];
  /** Only so many sections at first; null for all. */
  readonly first: number | null;
};

export const noArrangement: CcdaArrangement = { hidden: [], order: [], first: null };

/** Whether a section's code is a LOINC code: only those are remembered. */
export const isLoinc = (code: string | null): code is string => code !== null && /^\d{1,6}-\d$/.test(code);

const mostCodes = 200;
const codesOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((code): code is string => typeof code === 'string' && isLoinc(code)).slice(0, mostCodes)
    : [];

/** Reads a stored arrangement, whatever it is. */
export const readArrangement = (stored: unknown): CcdaArrangement => {
  if (typeof stored !== 'object' || stored === null) return noArrangement;
  const { hidden: hides, order, first } = stored as Record<string, unknown>;
  const count = typeof first === 'number' && Number.isInteger(first) && first > 0 ? Math.min(first, 999) : null;
  return { hidden: codesOf(hides), order: codesOf(order), first: count };
};

/** Indexes of the sections in the order of the user: the arranged sections first, the others in document order. */
export const arrangedIndexes = (codes: readonly (string | null)[], { order }: CcdaArrangement): number[] => {
  const rankOf = (code: string | null) => {
    const at = code === null ? -1 : order.indexOf(code);
    return at < 0 ? order.length : at;
  };
  return codes.map((_, index) => index).sort((a, b) => rankOf(codes[a] ?? null) - rankOf(codes[b] ?? null) || a - b);
};

/** The arrangement after the section with `code` was moved by one place among those shown in `codes`. */
export const moveSection = (
  arrangement: CcdaArrangement,
  codes: readonly string[],
  code: string,
  by: -1 | 1,
): CcdaArrangement => {
  const order = [...new Set(codes)];
  const from = order.indexOf(code);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return arrangement;
  order.splice(from, 1);
  order.splice(to, 0, code);
  return { ...arrangement, order: [...order, ...arrangement.order.filter((other) => !order.includes(other))] };
};

/** What HL7 says instead of a value. */
const nullFlavors: Readonly<Record<string, string>> = {
  NI: 'No information',
  UNK: 'Unknown',
  NA: 'Not applicable',
  ASKU: 'Asked but unknown',
  NAV: 'Not available now',
  NASK: 'Not asked',
  MSK: 'Withheld',
  OTH: 'Other',
  NP: 'Not given',
};
export const nullFlavorText = (code: string): string => nullFlavors[code.toUpperCase()] ?? 'No information';
