/** A calendar day as models carry it: YYYY-MM-DD. */
export type DateModel = string;

/** Ways to read a two-digit year; see `parseDate`. */
export type TwoDigitYear = 'currentYear' | 'today' | 'ahead';

/** A document date that counts as none (spec 3 section 5). */
export const emptyDate: DateModel = '1753-01-01';

/** A visit date that is shown as Unknown (spec 3 section 2). */
export const unknownDate: DateModel = '0001-01-01';

/** Placeholder of the date input (spec 2 section 5). */
export const datePlaceholder = 'MM/DD/YYYY';

const dayMs = 86_400_000;
const two = (value: number): string => String(value).padStart(2, '0');
const modelOf = (year: number, month: number, day: number): DateModel =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

const utcOf = (year: number, month: number, day: number): Date => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
};

/** Whether the text is YYYY-MM-DD and such a day exists in the calendar. */
export const isCalendarDate = (model: string): model is DateModel => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(model);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  return year > 0 && utcOf(year, month, day).toISOString().slice(0, 10) === model;
};

const dateTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
/** Whether the text is an ISO date time with its offset. */
export const isDateTime = (text: string): boolean => dateTimePattern.test(text) && !Number.isNaN(Date.parse(text));

/** The calendar day of a time in the reader's own time zone. */
export const dayOf = (dateTime: Date): DateModel =>
  modelOf(dateTime.getFullYear(), dateTime.getMonth() + 1, dateTime.getDate());

/** The calendar day of a time in a time zone, such as America/New_York. */
export const dayIn = (dateTime: Date, timeZone: string): DateModel => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(dateTime)
    .map(({ type, value }) => [type, Number(value)] as const);
  const { year = 0, month = 0, day = 0 } = Object.fromEntries(parts) as Readonly<Record<string, number>>;
  return modelOf(year, month, day);
};

/** The day so many days later, or earlier when negative. */
export const addDays = (model: DateModel, days: number): DateModel =>
  new Date(Date.parse(`${model}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Midnight of a day in the local time zone, as an ISO date time in UTC. */
export const startOfDay = (model: DateModel): string => new Date(`${model}T00:00:00`).toISOString();

/** Whether the day is today or before; models compare as text (spec 3 section 5). */
export const isUntil = (model: DateModel, today: DateModel): boolean => model <= today;

/** Whether a date input takes this text while it is being typed: digits and slash only (spec 3 section 5). */
export const isDateTyping = (text: string): boolean => /^[\d/]*$/.test(text);

const yearOf = (digits: string, month: number, day: number, today: DateModel, rule: TwoDigitYear): number => {
  if (digits.length === 4) return Number(digits);
  const year = 2000 + Number(digits);
  if (rule === 'currentYear') return Number(digits) > Number(today.slice(2, 4)) ? year - 100 : year;
  return rule === 'today' && modelOf(year, month, day) > today ? year - 100 : year;
};

const written = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/;
const unbroken = /^(\d{2})(\d{2})(\d{4}|\d{2})$/;

/**
 * The day a text means, or null: M/d/yyyy, M/d/yy, MMddyyyy, MMddyy, and only days that exist (spec 3 section 5, spec 1
 * section 5). A two-digit year means, by `rule`:
 * `currentYear` the 2000s unless it exceeds the current two-digit year, then the 1900s (spec 3 section 5);
 * `today` the 2000s unless that day is in the future, then 100 years earlier (spec 2 section 5);
 * `ahead` always the 2000s, for dates that lie ahead (an emergency's disabled date).
 */
export const parseDate = (text: string, today: DateModel, rule: TwoDigitYear = 'currentYear'): DateModel | null => {
  const trimmed = text.trim();
  const parts = written.exec(trimmed) ?? unbroken.exec(trimmed);
  if (!parts) return null;
  const [month, day] = [Number(parts[1]), Number(parts[2])];
  const model = modelOf(yearOf(parts[3] ?? '', month, day, today, rule), month, day);
  return isCalendarDate(model) ? model : null;
};

/**
 * The day a pasted text means to the date input: with slashes as `parseDate` has it, YYYY-MM-DD as files and commands write it, otherwise
 * the first 8 digits as MMddyyyy, or the first 6 as MMddyy (spec 2 section 5). A two-digit year means what `rule` says.
 */
export const parsePastedDate = (text: string, today: DateModel, rule: TwoDigitYear = 'today'): DateModel | null => {
  const plain = parseDate(text, today, rule);
  if (plain) return plain;
  if (isCalendarDate(text.trim())) return text.trim();
  const digits = text.replace(/\D/g, '');
  if (digits.length >= 8) return parseDate(digits.slice(0, 8), today, rule);
  return digits.length >= 6 ? parseDate(digits.slice(0, 6), today, rule) : null;
};

/** MM/dd/yyyy, or empty for no date, an impossible one and the empty date of spec 3 section 5. */
export const formatDate = (model: DateModel | null | undefined): string =>
  model && model !== emptyDate && isCalendarDate(model)
    ? `${model.slice(5, 7)}/${model.slice(8)}/${model.slice(0, 4)}`
    : '';

/** The same for a visit date, which can be Unknown (spec 3 section 2). */
export const formatVisitDate = (model: DateModel | null | undefined): string =>
  model?.startsWith(unknownDate) ? 'Unknown' : formatDate(model);
