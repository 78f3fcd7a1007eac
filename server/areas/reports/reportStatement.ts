/** A column of a report: its heading and its SQL expression. */
export interface ReportColumn {
  readonly heading: string;
  readonly expression: string;
  /** Text that users entered. Numbers, dates and constants cannot be formulas and are not checked. */
  readonly isTyped?: boolean;
}

export interface Report {
  /** Formula-safe. */
  readonly select: string;
  /** The same without the guards, to measure what they cost. */
  readonly plainSelect: string;
}

export const typed = (heading: string, expression: string): ReportColumn => ({ heading, expression, isTyped: true });
export const made = (heading: string, expression: string): ReportColumn => ({ heading, expression });
export const dateTime = (heading: string, expression: string): ReportColumn =>
  made(heading, `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
export const day = (heading: string, expression: string): ReportColumn =>
  made(heading, `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD')`);

/** First characters that make a spreadsheet read a cell as a formula: = + - @ TAB CR and the full-width = + - @. */
const formulaStarts = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'].map((start) => start.codePointAt(0));

const guarded = (expression: string) =>
  `case when ascii(${expression}) in (${formulaStarts.join(', ')}) then '''' || ${expression} else ${expression} end`;

const selectOf = (columns: readonly ReportColumn[], from: string, cell: (column: ReportColumn) => string) =>
  `select ${columns.map((column) => `${cell(column)} as "${column.heading}"`).join(', ')} ${from}`;

/** Small tables that `from` joins, with their texts: guarded once for each of their own rows instead of a million times. */
type Lookups = Readonly<Record<string, readonly string[]>>;

const withLookups = (lookups: Lookups) => {
  const parts = Object.entries(lookups).map(([table, texts]) => {
    const columns = texts.map((text) => `${guarded(text)} as ${text}`);
    // Inside, the name still means the table itself.
    return `${table} as materialized (select id, ${columns.join(', ')} from ${table})`;
  });
  return parts.length > 0 ? `with ${parts.join(', ')} ` : '';
};

export const report = (columns: readonly ReportColumn[], from: string, lookups: Lookups = {}): Report => ({
  select:
    withLookups(lookups) +
    selectOf(columns, from, (column) => (column.isTyped ? guarded(column.expression) : column.expression)),
  plainSelect: selectOf(columns, from, ({ expression }) => expression),
});
