import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import secureJson from 'secure-json-parse';
import { ApiProblem } from './problem.ts';

/** Deeper than any body of the contract; keeps recursive checks from using up the stack. */
const maxDepth = 32;

/**
 * Reads JSON strictly (IN-3, IN-5): UTF-8 only, no `__proto__`, bounded depth, no text that PostgreSQL cannot keep.
 * No bytes at all count as no body, because some clients label an empty DELETE or PUT as JSON.
 */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      done(null, parseJson(bytes, request.headers['content-type']));
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable body'), undefined);
    }
  });
  // axios labels every PUT and POST without a body as a form: what has no bytes has no type either.
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) done(null, undefined);
    else done(new ApiProblem('E-MEDIA-TYPE'), undefined);
  });
}

/** The value of a JSON text, read as strictly as a whole body; also for the JSON field of a form (upload.ts). */
export function parseJson(bytes: Uint8Array, contentType = ''): unknown {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') throw new ApiProblem('E-MEDIA-TYPE');
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw malformed('is not UTF-8');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  assertShallow(text);
  const value = parse(text);
  // Only escapes can bring in what UTF-8 itself cannot hold.
  if (/\\u(0000|d[89a-f])/i.test(text)) assertKeepable(value, []);
  return value;
}

function parse(text: string): unknown {
  try {
    return secureJson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (cause) {
    throw new ApiProblem('E-BODY-MALFORMED', { cause });
  }
}

function assertShallow(text: string): void {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (quoted) {
      if (char === 0x5c) at++;
      else if (char === 0x22) quoted = false;
    } else if (char === 0x22) quoted = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > maxDepth) throw malformed(`is nested deeper than ${maxDepth} levels`);
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
}

function assertKeepable(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new ApiProblem('E-REQUEST-INVALID', {
        modelState: { [path.join('.') || 'body']: ['must not contain a NUL character or half a character'] },
      });
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      assertKeepable(key, path);
      assertKeepable(part, [...path, key]);
    }
  }
}

const malformed = (text: string) => new ApiProblem('E-BODY-MALFORMED', { modelState: { body: [text] } });
