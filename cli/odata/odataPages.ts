import type { Context } from '../command.ts';
import type { ODataCondition, ODataFilter, ODataQuery } from '../../shared/client/odataQuery.ts';
import { showPages } from '../output/listing.ts';
import type { Row } from '../output/fields.ts';
import { type Condition, parseTime, parseCondition, booleanTexts } from '../output/where.ts';

/** A property of an OData entity, with the type that decides how a condition on it is written. */
export interface Property {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'date' | 'flag' | 'guid';
}
export type Properties = Readonly<Record<string, Property>>;

interface Entities {
  readonly value: readonly Row[];
  readonly '@odata.count'?: number | undefined;
}

export interface ODataSource {
  /** The property for each field of the command; `id` is the key. */
  readonly properties: Properties;
  readonly filter: readonly ODataCondition[];
  readonly pageSize: number;
  readonly pageNumber: number;
  readonly newestFirst: boolean;
  query(query: Record<string, string>): Promise<Entities>;
  /** Fields of a row that are not properties of the entity. */
  extraFields?(entity: Row): Row;
}

const modes = { '=': 'equals', '!=': 'notEquals', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;

const odataValue = ({ kind }: Property, text: string, now: number): unknown => {
  switch (kind) {
    case 'number':
      return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
    case 'flag':
      return booleanTexts.get(text.toLowerCase());
    case 'date': {
      const at = parseTime(text, now);
      return at === undefined ? undefined : new Date(at);
    }
    case 'guid':
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? { guid: text } : undefined;
    case 'text':
      return text === '' || text === 'null' ? undefined : text;
    default:
      return kind satisfies never;
  }
};

/**
 * A --where condition as an OData filter, so that the server does not send every row. The command line checks all conditions itself as well, so
 * a condition without an OData form only takes longer.
 */
const serverConditions = (condition: Condition, properties: Properties, now: number): ODataCondition[] => {
  const property = properties[condition.field];
  const [text = ''] = condition.values;
  if (property === undefined) return [];
  if (condition.operator === '~') {
    const isPlain = property.kind === 'text' && text !== '' && !/["\\]/.test(text);
    return isPlain ? [{ field: property.name, mode: 'contains', value: text }] : [];
  }
  if (condition.operator === ' in ') return [];
  const value = odataValue(property, text, now);
  if (value === undefined || (property.kind === 'text' && !['=', '!='].includes(condition.operator))) return [];
  const mode = modes[condition.operator];
  // A row without a value matches != in the command line, but not in OData.
  if (mode === 'notEquals' || (property.kind === 'date' && mode === 'equals')) return [];
  return [{ field: property.name, mode, value } as ODataCondition];
};

const queryText = async (query: ODataQuery): Promise<Record<string, string>> => {
  const { odataQuery } = await import('../../shared/client/odataQuery.ts');
  return Object.fromEntries(odataQuery(query));
};

/** Shows an OData set as a list, with the field names of the command. The server filters and sorts as far as OData can. */
export const showEntities = async (context: Context, source: ODataSource): Promise<void> => {
  const { properties } = source;
  const fields = context.command.fields ?? { all: [], table: [] };
  const where = (context.output.rowOptions.where ?? []).map((text) => parseCondition(text, fields));
  const conditions = [
    ...source.filter,
    ...where.flatMap((condition) => serverConditions(condition, properties, context.now())),
  ];
  const filter: ODataFilter | undefined = conditions.length === 0 ? undefined : { and: conditions };
  const key = properties['id']?.name ?? '';
  const row = (entity: Row): Row => ({
    ...Object.fromEntries(Object.entries(properties).map(([field, { name }]) => [field, entity[name] ?? null])),
    ...source.extraFields?.(entity),
  });
  await showPages(context, {
    serverSort: 'id',
    newestFirst: source.newestFirst,
    pageSize: source.pageSize,
    pageNumber: source.pageNumber,
    maxPageSize: 1000,
    async load({ pageNumber, pageSize, sortDir }) {
      const query = await queryText({
        filter,
        orderBy: [{ field: key, dir: sortDir }],
        skip: pageNumber === 1 ? undefined : (pageNumber - 1) * pageSize,
        top: pageSize,
        inlineCount: true,
      });
      const { value, '@odata.count': totalCount = 0 } = await source.query(query);
      return { items: value.map(row), totalCount };
    },
  });
};
