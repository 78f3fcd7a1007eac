export interface Hl7Field {
  /** `PID-5`. */
  readonly name: string;
  readonly values: readonly string[];
}
export interface Hl7Segment {
  readonly name: string;
  readonly fields: readonly Hl7Field[];
}

/** Longer values, such as encoded files, are cut. */
const maxValueLength = 4000;

const unescape = (text: string): string =>
  text
    .replaceAll(/\\\.br\\/gi, '\n')
    .replaceAll('\\F\\', '|')
    .replaceAll('\\S\\', '^')
    .replaceAll('\\T\\', '&')
    .replaceAll('\\R\\', '~')
    .replaceAll('\\E\\', '\\');

/** Segments of an HL7 v2 message with their fields. Lines may end in CR, LF, CRLF or the two characters `\r`. */
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
  // In a header segment the separator is field 1 and the encoding characters are field 2.
  const isHeader = /^(?:MSH|FHS|BHS)$/.test(name);
  const values = isHeader ? [separator, ...rest] : rest;
  const fields = values
    .map((value, index) => ({
      name: `${name}-${index + 1}`,
      values: isHeader && index < 2 ? [value] : value.split(repetition).map(displayValue),
    }))
    .filter(({ values: texts }) => texts.some((value) => value !== ''));
  return { name, fields };
};

const displayValue = (value: string): string =>
  value.length > maxValueLength ? `${unescape(value.slice(0, 200))}…` : unescape(value);
