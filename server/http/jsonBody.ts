import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import secureJson from 'secure-json-parse';
import { ApiProblem } from './problem.ts';

/** Deeper than any body of the contract; keeps recursive checks from using up the stack. */
const maxDepth = 32;
/** Of a field in an error. */
const longestPath = 200;

/**
 * Reads JSON strictly (IN-3, IN-5): UTF-8 only, no `__proto__`, no key twice, bounded depth, no text that PostgreSQL cannot keep.
 * No bytes at all count as no body, because some clients label an empty DELETE or PUT as JSON.
 */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      checkCharset(request.headers['content-type']);
      done(null, parseJson(bytes));
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable body'), undefined);
    }
  });
  // axios labels every PUT and POST without a body as a form: what has no bytes has no type either.
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    const types = `application/json${request.server.hasContentTypeParser('multipart/form-data') ? ' or multipart/form-data' : ''}`;
    done(new ApiProblem('E-MEDIA-TYPE', { modelState: { 'Content-Type': [`must be ${types}`] } }), undefined);
  });
}

function checkCharset(contentType = ''): void {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase();
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return;
  throw new ApiProblem('E-MEDIA-TYPE', { modelState: { 'Content-Type': ['must say UTF-8, or no charset'] } });
}

/** The value of a JSON text; `field` is its name in refusals. */
export function parseJson(bytes: Uint8Array, field = 'body'): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw malformed('is not UTF-8', field);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  assertUnambiguous(text, field);
  const value = parse(text, field);
  // Only escapes can bring in what UTF-8 itself cannot hold.
  if (/\\u(0000|d[89a-f])/i.test(text)) assertKeepable(value, []);
  return value;
}

function parse(text: string, field: string): unknown {
  try {
    return secureJson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (cause) {
    throw new ApiProblem('E-BODY-MALFORMED', { cause, modelState: { [field]: ['is not well-formed JSON'] } });
  }
}

interface Level {
  /** Keys of an object so far; undefined in an array. */
  readonly keys: Set<string> | undefined;
  /** Key or index of the value that is read. */
  at: string | number;
  expectsKey: boolean;
}

/**
 * One pass over the text before it is parsed: bounds the depth, and refuses a key that an object has twice (IN-4), of which parsers keep
 * one or the other. Assumes nothing about the text: what is no JSON is left to the parser.
 */
function assertUnambiguous(text: string, field: string): void {
  const levels: Level[] = [];
  let level: Level | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x22) {
      const end = endOfString(text, at);
      if (level?.keys && level.expectsKey) addKey(level.keys, text.slice(at, end + 1), levels);
      at = end;
    } else if (char === 0x7b || char === 0x5b) {
      if (levels.length === maxDepth) throw malformed(`is nested deeper than ${maxDepth} levels`, field);
      const isObject = char === 0x7b;
      level = { keys: isObject ? new Set() : undefined, at: isObject ? '' : 0, expectsKey: isObject };
      levels.push(level);
    } else if (char === 0x7d || char === 0x5d) {
      levels.pop();
      level = levels.at(-1);
    } else if (char === 0x2c && level) {
      level.expectsKey = level.keys !== undefined;
      if (typeof level.at === 'number') level.at++;
    }
  }
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x5c) at++;
    else if (char === 0x22) return at;
  }
  return text.length;
}

/** `quoted` may be written with escapes: "\u0061" is the key a. */
function addKey(keys: Set<string>, quoted: string, levels: readonly Level[]): void {
  const key = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1);
  const level = levels.at(-1);
  if (!level) return;
  level.at = key;
  level.expectsKey = false;
  if (keys.has(key)) {
    const path = levels.map((part) => part.at).join('.');
    const field = path.slice(0, longestPath).toWellFormed() || 'body';
    throw new ApiProblem('E-REQUEST-INVALID', {
      modelState: { [field]: ['appears more than once in the same object: send it once'] },
    });
  }
  keys.add(key);
}

function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
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

const malformed = (text: string, field: string) =>
  new ApiProblem('E-BODY-MALFORMED', { modelState: { [field]: [text] } });
