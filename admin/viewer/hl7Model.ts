export interface Hl7Field {
  /** `PID-5`. */
  readonly name: string;
  readonly values: readonly string[];
}
export interface Hl7Segment {
  readonly name: string;
  readonly fields: readonly Hl7Field[];
}

/** Encoded files within a field are named, not shown. */
const longestShown = 4000;

const unescape = (text: string): string =>
  text
    .replaceAll(/\\\.br\\/gi, '\n')
    .replaceAll('\\F\\', '|')
    .replaceAll('\\S\\', '^')
    .replaceAll('\\T\\', '&')
    .replaceAll('\\R\\', '~')
    .replaceAll('\\E\\', '\\');

/** Segments of an HL7 v2 message with their fields; files whose lines end in a written `\r`, in LF or in CRLF are read alike. */
export const readHl7 = (text: string): Hl7Segment[] => {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\\r(?=[A-Z][A-Z0-9]{2}\||\s*$)/gm, '\r')
    .split(/[\r\n]+/);
  const start = lines.find((line) => /^(?:MSH|FHS|BHS)./.test(line));
  const field = start?.[3] ?? '|';
  const repetition = start?.[5] ?? '~';
  return lines.filter((line) => line.trim() !== '').map((line) => segmentOf(line, field, repetition));
};

const segmentOf = (line: string, separator: string, repetition: string): Hl7Segment => {
  const [name = '', ...rest] = line.split(separator);
  // The separator itself is the first field of a header, and the second one is made of separators.
  const isHeader = /^(?:MSH|FHS|BHS)$/.test(name);
  const values = isHeader ? [separator, ...rest] : rest;
  const fields = values
    .map((value, index) => ({
      name: `${name}-${index + 1}`,
      values: isHeader && index < 2 ? [value] : value.split(repetition).map(shownValue),
    }))
    .filter(({ values: given }) => given.some((value) => value !== ''));
  return { name, fields };
};

const shownValue = (value: string): string =>
  value.length > longestShown ? `${unescape(value.slice(0, 200))}…` : unescape(value);
