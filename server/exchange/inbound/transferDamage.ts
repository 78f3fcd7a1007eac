import { type Base64Check, base64Check } from '../../documents/base64Check.ts';

/**
 * The damage of a mail in transfer as a text, or null: a mail parser repairs such a mail silently, with a file that is empty or cut off. Reads
 * every line once; a doubtful case counts as undamaged.
 */
export function transferDamage(bytes: Buffer): string | null {
  if (bytes.includes(0)) return 'It contains a NUL byte, which a mail must not (RFC 5322): send such a file as base64.';
  const scan = openScan();
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline;
    scan.line(bytes.subarray(start, end > start && bytes[end - 1] === 13 ? end - 1 : end));
    start = end + 1;
  }
  return scan.end();
}

const damagedPart = 'One of its parts is not valid base64: it was damaged on its way.';
const cutOff = 'It is multipart and its closing boundary is missing: it was cut off on its way.';

function openScan() {
  /** Boundaries of the multiparts around the current line, the innermost last. */
  const open: Buffer[] = [];
  let header: string[] | undefined = [];
  let check: Base64Check | undefined;
  let isDamaged = false;

  const endPart = () => {
    isDamaged ||= check?.isValid() === false;
    check = undefined;
  };
  const endHeader = (fields: readonly string[]) => {
    const type = valueOf(fields, 'content-type');
    const encoding = valueOf(fields, 'content-transfer-encoding');
    const boundary = /^\s*multipart\//i.test(type) ? boundaryOf(type) : undefined;
    const isEncoded = /^\W*base64\b/i.test(encoding);
    header = /^\s*message\/rfc822\b/i.test(type) && !isEncoded ? [] : undefined;
    if (boundary !== undefined) open.push(Buffer.from(`--${boundary}`, 'utf8'));
    else if (isEncoded && !header) check = base64Check('everyLine');
  };

  return {
    line: (line: Buffer): void => {
      const match = line[0] === 45 && line[1] === 45 ? boundaryAt(open, line) : undefined;
      if (match) {
        endPart();
        // A part of the outer multipart ends the inner ones.
        open.length = match.isClosing ? match.index : match.index + 1;
        header = match.isClosing ? undefined : [];
      } else if (header && line.length === 0) {
        endHeader(header);
      } else if (header) {
        if (header.length < maxHeaderLines) header.push(line.toString('latin1'));
      } else check?.add(line);
    },
    end: (): string | null => {
      endPart();
      // What was cut off often ends within a unit of base64, too.
      if (open.length > 0) return cutOff;
      return isDamaged ? damagedPart : null;
    },
  };
}

const maxHeaderLines = 10_000;

function boundaryAt(open: readonly Buffer[], line: Buffer): { index: number; isClosing: boolean } | undefined {
  for (let index = open.length - 1; index >= 0; index--) {
    const boundary = open[index];
    if (!boundary || !line.subarray(0, boundary.length).equals(boundary)) continue;
    const rest = line.toString('latin1', boundary.length);
    if (/^(?:--)?[ \t]*$/.test(rest)) return { index, isClosing: rest.startsWith('--') };
  }
  return undefined;
}

/** The first field of this name, unfolded. */
function valueOf(lines: readonly string[], name: string): string {
  const at = lines.findIndex((line) => new RegExp(`^${name}[ \\t]*:`, 'i').test(line));
  if (at < 0) return '';
  let value = (lines[at] ?? '').slice((lines[at] ?? '').indexOf(':') + 1);
  for (let next = at + 1; /^[ \t]/.test(lines[next] ?? ''); next++) value += lines[next];
  return value;
}

/** Undefined where it is written in a way that another reader may understand otherwise (comments, RFC 2231). */
const boundaryOf = (type: string): string | undefined => {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"\\]{1,200})"|([^\s;"()]{1,200}))\s*(?:;|$)/i.exec(type) ?? [];
  return type.includes('(') ? undefined : (quoted ?? plain);
};
