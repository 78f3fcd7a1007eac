import { type ComparisonOperator, comparisonOperators, type Expression, type Literal } from './expression.ts';
import { type Token, tokensOf } from './lexer.ts';
import { refuse } from './refuse.ts';

const maxLength = 4000;
const maxDepth = 60;
/** Comparisons and calls of one filter. */
const maxTerms = 200;

/** Reads a filter; nothing in it means none. Deeper, longer or more than is sensible is refused before it costs anything. */
export function parseFilter(option: string, text: string): Expression | undefined {
  if (text.length > maxLength) refuse(option, undefined, `longer than ${maxLength} characters`);
  const tokens = tokensOf(option, text);
  if (tokens.length === 1) return undefined;
  return new FilterParser(option, tokens).whole();
}

const typedLiterals: Readonly<Record<string, Literal['type']>> = {
  datetime: 'date',
  datetimeoffset: 'date',
  guid: 'guid',
};

class FilterParser {
  readonly #option: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;
  #terms = 0;

  constructor(option: string, tokens: readonly Token[]) {
    this.#option = option;
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#or();
    const rest = this.#peek();
    if (rest.kind !== 'end') this.#refuse(rest, 'and, or or the end is expected');
    return expression;
  }

  #or(): Expression {
    return this.#joined('or', () => this.#joined('and', () => this.#not()));
  }

  // Flat: a long row of conditions is no deep one.
  #joined(kind: 'and' | 'or', operand: () => Expression): Expression {
    const { at } = this.#peek();
    const operands = [operand()];
    while (this.#takeIdentifier(kind)) operands.push(operand());
    const [only] = operands;
    return operands.length === 1 && only ? only : { kind, operands, at };
  }

  #not(): Expression {
    const { at } = this.#peek();
    if (!this.#takeIdentifier('not')) return this.#comparison();
    return { kind: 'not', operand: this.#deeper(() => this.#not()), at };
  }

  #comparison(): Expression {
    let left = this.#operand();
    for (;;) {
      const { at, kind, text } = this.#peek();
      const name = kind === 'identifier' ? text.toLowerCase() : '';
      if (name === 'in') {
        this.#next++;
        left = { kind: 'in', left, members: this.#list(), at };
      } else if (isComparison(name)) {
        this.#next++;
        this.#count(at);
        left = { kind: 'compare', operator: name, left, right: this.#operand(), at };
      } else return left;
    }
  }

  #operand(): Expression {
    const token = this.#peek();
    const { at, text } = token;
    this.#next++;
    switch (token.kind) {
      case 'string':
      case 'number':
      case 'date':
      case 'guid':
        return { kind: 'literal', type: token.kind, text, at };
      case 'typed': {
        const type = typedLiterals[token.prefix ?? ''];
        return type ? { kind: 'literal', type, text, at } : this.#refuse(token, 'literals of this type are not known');
      }
      case 'punctuation':
        if (text !== '(') return this.#refuse(token, 'a property, a value or a bracket is expected');
        return this.#deeper(() => {
          const inner = this.#or();
          this.#mark(')');
          return inner;
        });
      case 'identifier':
        return this.#named(token);
      case 'end':
        break;
    }
    return this.#refuse(token, 'the filter ends where a property or a value is expected');
  }

  #named(token: Token): Expression {
    const { at, text } = token;
    const name = text.toLowerCase();
    const following = this.#peek();
    if (following.kind === 'punctuation' && following.text === '(') {
      this.#count(at);
      return { kind: 'call', name, args: this.#list(), at };
    }
    if (following.kind === 'punctuation' && following.text === '/')
      return this.#refuse(token, 'properties of other entities cannot be filtered; ask their own set instead');
    if (name === 'true' || name === 'false') return { kind: 'literal', type: 'boolean', text: name, at };
    if (name === 'null') return { kind: 'literal', type: 'null', text: '', at };
    return { kind: 'property', name: text, at };
  }

  #list(): Expression[] {
    return this.#deeper(() => {
      this.#mark('(');
      const parts: Expression[] = [];
      if (this.#takeMark(')')) return parts;
      do parts.push(this.#or());
      while (this.#takeMark(','));
      this.#mark(')');
      return parts;
    });
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > maxDepth) this.#refuse(this.#peek(), `nested deeper than ${maxDepth} levels`);
    const result = read();
    this.#depth--;
    return result;
  }

  #count(at: number): void {
    if (++this.#terms > maxTerms) refuse(this.#option, at, `more than ${maxTerms} comparisons`);
  }

  #peek(): Token {
    return this.#tokens[Math.min(this.#next, this.#tokens.length - 1)] ?? { kind: 'end', text: '', at: 0 };
  }

  #takeIdentifier(name: string): boolean {
    const { kind, text } = this.#peek();
    const isMatch = kind === 'identifier' && text.toLowerCase() === name;
    if (isMatch) this.#next++;
    return isMatch;
  }

  #takeMark(mark: string): boolean {
    const { kind, text } = this.#peek();
    const isMatch = kind === 'punctuation' && text === mark;
    if (isMatch) this.#next++;
    return isMatch;
  }

  #mark(mark: string): void {
    if (!this.#takeMark(mark)) this.#refuse(this.#peek(), `${mark} is expected`);
  }

  #refuse(token: Token, text: string): never {
    return refuse(this.#option, token.at, text);
  }
}

const isComparison = (name: string): name is ComparisonOperator => comparisonOperators.some((known) => known === name);
