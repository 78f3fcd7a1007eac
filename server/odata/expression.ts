/** What $filter says, before it is known whether it makes sense for a set. `at` is the place in the text. */
export type Expression = Literal | PropertyName | Call | Not | Joined | Comparison | Membership;

export interface Literal {
  readonly kind: 'literal';
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'guid' | 'null';
  readonly text: string;
  readonly at: number;
}
export interface PropertyName {
  readonly kind: 'property';
  readonly name: string;
  readonly at: number;
}
export interface Call {
  readonly kind: 'call';
  /** In small letters. */
  readonly name: string;
  readonly args: readonly Expression[];
  readonly at: number;
}
export interface Not {
  readonly kind: 'not';
  readonly operand: Expression;
  readonly at: number;
}
export interface Joined {
  readonly kind: 'and' | 'or';
  readonly operands: readonly Expression[];
  readonly at: number;
}
export interface Comparison {
  readonly kind: 'compare';
  readonly operator: ComparisonOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly at: number;
}
export interface Membership {
  readonly kind: 'in';
  readonly left: Expression;
  readonly members: readonly Expression[];
  readonly at: number;
}

export const comparisonOperators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
export type ComparisonOperator = (typeof comparisonOperators)[number];

/** What an expression is made of. */
export const partsOf = (expression: Expression): readonly Expression[] => {
  switch (expression.kind) {
    case 'property':
    case 'literal':
      return [];
    case 'call':
      return expression.args;
    case 'not':
      return [expression.operand];
    case 'and':
    case 'or':
      return expression.operands;
    case 'compare':
      return [expression.left, expression.right];
    case 'in':
      break;
  }
  return [expression.left, ...expression.members];
};

export const hasCall = (expression: Expression): boolean =>
  expression.kind === 'call' || partsOf(expression).some(hasCall);

/** Every text in quotes. */
export const textsOf = (expression: Expression): readonly string[] =>
  expression.kind === 'literal'
    ? expression.type === 'string'
      ? [expression.text]
      : []
    : partsOf(expression).flatMap(textsOf);
