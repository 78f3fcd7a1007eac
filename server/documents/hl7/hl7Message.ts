import { decodeText } from '../decodeText.ts';
import { DocumentError } from '../documents.ts';

/** A segment by its fields as HL7 counts them: `field(5)` of PID is PID-5; of MSH the separator is MSH-1. */
export interface Segment {
  readonly name: string;
  field(index: number): string;
}

export interface Hl7Message {
  /** As it was received, decoded. */
  readonly text: string;
  readonly segments: readonly Segment[];
  /** Repetitions of a field. */
  repetitions(field: string): string[];
  /** A component (and subcomponent) of one repetition, counted from 1, unescaped. */
  component(repetition: string, index: number, sub?: number): string;
  /** Text of a field with its escapes resolved; line breaks stay. */
  plain(text: string): string;
  first(name: string): Segment | undefined;
}

const segmentsMax = 100_000;

/** Reads HL7 v2 as it comes: any line ends, a mark in front, batch headers, lines that go on, separators of the sender's choice. */
export function readHl7(bytes: Uint8Array): Hl7Message {
  const text = decodeText(bytes).replace(/^[\ufeff\v\s]+/, '');
  const start = /^(MSH|FHS|BHS)([^\w\s])(\S{1,8}?)(?=\2|[\r\n]|$)/.exec(text);
  if (!start) throw new DocumentError('unreadable', 'The message has no header (MSH).');
  const separator = start[2] ?? '|';
  // Some senders write the escape character twice, as their programming language does.
  const marks = (start[3] ?? '').replaceAll('\\\\', '\\');
  const [componentMark = '^', repetitionMark = '~', escapeMark = '\\', subMark = '&'] = marks;
  const segments = linesOf(text, separator).map((line): Segment => {
    const name = line.slice(0, 3);
    const fields = line.split(separator);
    const shift = /^(MSH|FHS|BHS)$/.test(name) ? 1 : 0;
    return { name, field: (index) => fields[index - shift] ?? '' };
  });
  const plain = (value: string) => unescape(value, escapeMark, { separator, componentMark, repetitionMark, subMark });
  return {
    text,
    segments,
    plain,
    repetitions: (field) => field.split(repetitionMark),
    component: (repetition, index, sub = 1) => {
      const component = repetition.split(componentMark)[index - 1] ?? '';
      return plain(component.split(subMark)[sub - 1] ?? '');
    },
    first: (name) => segments.find((segment) => segment.name === name),
  };
}

/** Segments of the first message; a line that begins with no segment name goes on with the one before. */
function linesOf(text: string, separator: string): string[] {
  const lines: string[] = [];
  let messages = 0;
  for (const raw of text.split(/\r\n|[\r\n]|\\r(?=[A-Z][A-Z0-9]{2}\|)/)) {
    const line = withoutTail(raw);
    const isSegment = /^[A-Z][A-Z0-9]{2}$/.test(line.slice(0, 3)) && (line.length === 3 || line[3] === separator);
    if (isSegment && line.startsWith('MSH')) messages++;
    if (messages > 1) break;
    if (isSegment) lines.push(line);
    else if (line.trim() !== '' && lines.length > 0) lines.push(`${lines.pop() ?? ''}\n${line}`);
    if (lines.length > segmentsMax) throw new DocumentError('unreadable', 'The message has too many segments.');
  }
  return lines;
}

/** Without what some senders and the transport leave at the end of a line: a written-out line end, quotes, their end marks. */
const withoutTail = (line: string): string =>
  line.slice(0, -24) +
  line
    .slice(-24)
    .replaceAll('\u001c', '')
    .replace(/(\\r"?|\v)+\s*$/, '');

interface Marks {
  readonly separator: string;
  readonly componentMark: string;
  readonly repetitionMark: string;
  readonly subMark: string;
}

function unescape(value: string, mark: string, marks: Marks): string {
  if (!value.includes(mark)) return value;
  const pieces = value.split(mark);
  let text = pieces[0] ?? '';
  for (let at = 1; at < pieces.length; at++) {
    const code = pieces[at] ?? '';
    const meant = at + 1 < pieces.length ? escapeOf(code, mark, marks) : undefined;
    if (meant === undefined) {
      text += mark + code;
    } else {
      at++;
      text += meant + (pieces[at] ?? '');
    }
  }
  return text;
}

function escapeOf(code: string, mark: string, marks: Marks): string | undefined {
  if (code === 'F') return marks.separator;
  if (code === 'S') return marks.componentMark;
  if (code === 'R') return marks.repetitionMark;
  if (code === 'T') return marks.subMark;
  if (code === 'E') return mark;
  if (/^\.(br|sp\d*|ce)$/.test(code)) return '\n';
  if (code === 'H' || code === 'N' || /^\.(in|ti|sk|fi|nf)/.test(code)) return '';
  if (/^X([0-9A-Fa-f]{2})+$/.test(code)) return Buffer.from(code.slice(1), 'hex').toString('latin1');
  return undefined;
}
