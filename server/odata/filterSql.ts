import { type SQL, sql } from 'drizzle-orm';
import type { Comparison, Expression, Literal, Membership } from './expression.ts';
import { type Compiled, type Compiling, functions } from './functions.ts';
import type { EntitySet } from './entitySet.ts';
import { propertyOf } from './model.ts';
import { parseFilter } from './parser.ts';
import { refuse } from './refuse.ts';
import { boundValue, type ValueType, typeNames, valueTypes } from './values.ts';

export interface Condition {
  readonly sql: SQL;
  readonly expression: Expression;
  /** The table of organizations has to be joined as `o`. */
  readonly ofOrganization: boolean;
}

/** A filter as a condition over the set's table `t`, every value bound; undefined where it says nothing. */
export function filterCondition(set: EntitySet, text: string, option = '$filter'): Condition | undefined {
  const expression = parseFilter(option, text);
  return expression && conditionOf(set, expression, option);
}

export function conditionOf(set: EntitySet, expression: Expression, option = '$filter'): Condition {
  const compiler = new Compiler(option, set);
  return { sql: compiler.condition(expression), expression, ofOrganization: compiler.ofOrganization };
}

const operators = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
const mirrored = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' } as const;

class Compiler implements Compiling {
  readonly option: string;
  readonly #set: EntitySet;
  ofOrganization = false;

  constructor(option: string, set: EntitySet) {
    this.option = option;
    this.#set = set;
  }

  condition(expression: Expression): SQL {
    return this.as(expression, 'boolean').sql;
  }

  /** An expression of the expected type; literals become values of it. */
  as(expression: Expression, type: ValueType): Compiled {
    if (expression.kind === 'literal')
      return { sql: boundValue(this.option, expression, type), type, isNullable: false };
    const compiled = this.#compile(expression);
    return compiled.type === type ? compiled : refuse(this.option, expression.at, `${typeNames[type]} is expected`);
  }

  any(expression: Expression): Compiled {
    return expression.kind === 'literal' ? this.as(expression, typeOfLiteral(expression)) : this.#compile(expression);
  }

  #compile(expression: Exclude<Expression, Literal>): Compiled {
    switch (expression.kind) {
      case 'property':
        return this.#property(expression.name, expression.at);
      case 'call': {
        const build = Object.hasOwn(functions, expression.name) ? functions[expression.name] : undefined;
        return build
          ? build(this, expression)
          : refuse(this.option, expression.at, `there is no function ${expression.name}`);
      }
      case 'not':
        return boolean(sql`not ${this.condition(expression.operand)}`);
      case 'and':
      case 'or': {
        const parts = expression.operands.map((operand) => this.condition(operand));
        return boolean(sql`(${sql.join(parts, expression.kind === 'and' ? sql` and ` : sql` or `)})`);
      }
      case 'compare':
        return this.#compare(expression);
      case 'in':
        break;
    }
    return this.#membership(expression);
  }

  #property(name: string, at: number): Compiled {
    const match = propertyOf(this.#set, name);
    if (!match) return refuse(this.option, at, `${this.#set.entity} has no property ${name}`);
    const { column, type, isNullable = false, ofOrganization = false } = match.property;
    this.ofOrganization ||= ofOrganization;
    return { sql: sql.raw(column), type: valueTypes[type], isNullable };
  }

  #compare({ operator, left, right, at }: Comparison): Compiled {
    // The literal goes to the right, because the type is that of the other side.
    if (left.kind === 'literal' && right.kind !== 'literal')
      return this.#compare({ kind: 'compare', operator: mirrored[operator], left: right, right: left, at });
    if (right.kind === 'literal' && right.type === 'null')
      return this.#compareNull(left, operator === 'eq', operator, at);
    const first = this.any(left);
    const second = this.as(right, first.type);
    if (first.type === 'boolean') return this.#compareTruth(first, second, right, operator, at);
    // A missing value differs from every value.
    if (operator === 'ne' && (first.isNullable || second.isNullable))
      return boolean(sql`${first.sql} is distinct from ${second.sql}`);
    return boolean(sql`${first.sql} ${sql.raw(operators[operator])} ${second.sql}`);
  }

  #compareNull(left: Expression, isEqual: boolean, operator: Comparison['operator'], at: number): Compiled {
    if (operator !== 'eq' && operator !== 'ne') return refuse(this.option, at, 'null has no order');
    if (left.kind === 'literal' && left.type === 'null') return boolean(isEqual ? sql`true` : sql`false`);
    const value = this.any(left);
    return boolean(isEqual ? sql`${value.sql} is null` : sql`${value.sql} is not null`);
  }

  /** `X eq true` is X itself: wrapped in a comparison no index would serve it. */
  #compareTruth(
    first: Compiled,
    second: Compiled,
    right: Expression,
    operator: Comparison['operator'],
    at: number,
  ): Compiled {
    if (operator !== 'eq' && operator !== 'ne') return refuse(this.option, at, 'true and false have no order');
    if (right.kind !== 'literal') return boolean(sql`(${first.sql}) ${sql.raw(operators[operator])} (${second.sql})`);
    const isMeant = (right.text.toLowerCase() === 'true') === (operator === 'eq');
    return isMeant ? first : boolean(sql`not (${first.sql})`);
  }

  #membership({ left, members, at }: Membership): Compiled {
    if (members.length === 0) return refuse(this.option, at, 'in needs at least one value');
    const value = this.any(left);
    const list = members.map((member) => {
      if (member.kind !== 'literal') return refuse(this.option, member.at, 'in takes values only');
      return this.as(member, value.type).sql;
    });
    return boolean(sql`${value.sql} in (${sql.join(list, sql`, `)})`);
  }
}

const boolean = (condition: SQL): Compiled => ({ sql: condition, type: 'boolean', isNullable: false });

const typeOfLiteral = ({ type }: Literal): ValueType => (type === 'null' ? 'string' : type);
