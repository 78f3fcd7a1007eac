import { refuse } from './refuse.ts';

export type TokenKind = 'identifier' | 'string' | 'number' | 'date' | 'guid' | 'typed' | 'punctuation' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Of a string: without its quotes. Of a number: without the suffix of its type. */
  readonly text: string;
  /** Of a typed literal such as datetime'…': its prefix in lower case. */
  readonly prefix?: string;
  readonly at: number;
}

const guid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/iy;
const date = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?(?![\w:.-])/iy;
const number = /[+-]?(?:\d+(?:\.\d+)?)(?:e[+-]?\d{1,3})?(?:[lmdf])?(?![\w.])/iy;
const identifier = /[a-z_]\w{0,127}(?:\.[a-z_]\w{0,127}){0,4}/iy;
const quoted = /'(?:[^']|'')*'/y;

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/** The tokens of an expression of V3 or V4. */
export function tokensOf(option: string, text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      at++;
      continue;
    }
    const { token, end } = readToken(option, text, at);
    tokens.push(token);
    at = end;
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}

function readToken(option: string, text: string, at: number): { token: Token; end: number } {
  const plain = (kind: TokenKind, part: string, inner = part) => ({
    token: { kind, text: inner, at },
    end: at + part.length,
  });
  const id = match(guid, text, at);
  if (id !== undefined) return plain('guid', id);
  const day = match(date, text, at);
  if (day !== undefined) return plain('date', day);
  const digits = match(number, text, at);
  if (digits !== undefined) return plain('number', digits, digits.replace(/[lmdf]$/i, ''));
  const string = match(quoted, text, at);
  if (string !== undefined) return plain('string', string, unquoted(string));
  const name = match(identifier, text, at);
  if (name !== undefined) {
    const literal = match(quoted, text, at + name.length);
    if (literal === undefined) return plain('identifier', name);
    const end = at + name.length + literal.length;
    return { token: { kind: 'typed', text: unquoted(literal), prefix: name.toLowerCase(), at }, end };
  }
  const mark = text.charAt(at);
  if ('(),/:;=*'.includes(mark)) return plain('punctuation', mark);
  return refuse(
    option,
    at,
    mark === "'" ? 'a text without an end; quotes inside a text are doubled' : 'a character that means nothing here',
  );
}

const unquoted = (text: string) => text.slice(1, -1).replaceAll("''", "'");
