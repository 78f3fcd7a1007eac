import type { Pool } from 'pg';
import type { OrganizationRow } from '../../../../shared/contract/organizationSchemas.ts';
import { filterKey, type ListFilter } from './filter.ts';
import { type PageRequest, pickStatement, scanStatement } from './listStatement.ts';
import { type Base, Totals } from './totals.ts';

interface ResultRow extends OrganizationRow {
  readonly totalCount: number;
  readonly changes: number;
  readonly usable: boolean;
  readonly snapshot: string;
  readonly name_sort: string;
  readonly first?: string | null;
  readonly last?: string | null;
}

export interface OrganizationPage {
  readonly items: readonly OrganizationRow[];
  readonly totalCount: number;
}

/** A page without organizations is one row with the total only. */
const pageOf = (rows: readonly ResultRow[]): OrganizationPage => ({
  items: rows[0]?.id ? rows : [],
  totalCount: rows[0]?.totalCount ?? 0,
});

const baseOf = ({ totalCount, snapshot, first, last }: ResultRow): Base => ({
  count: totalCount,
  snapshot,
  takenAt: Date.now(),
  ...(typeof first === 'string' && typeof last === 'string' ? { span: { first, last } } : {}),
});

/** Cached counts are updated at least this often, so that few changes have to be added to them. */
const maxAgeMs = 60_000;
/** A scan of this number of names takes some 10 ms without a match, and far less otherwise. */
const minScan = 8192;
const maxGathered = 2000;

/** A scan may miss the matches while their first and last names are unknown, and meet them when it stays between these. */
const scanKey = (filter: ListFilter, { span }: Base) => `${span ? 'between' : 'all'}:${filterKey(filter)}`;

export class OrganizationListStore {
  readonly #pool: Pool;
  readonly #totals: Totals;
  /** Searches whose matches are too close together for a scan to meet them soon. */
  readonly #gathered = new Set<string>();

  constructor(pool: Pool) {
    this.#pool = pool;
    this.#totals = new Totals(pool);
  }

  /** A page by name with the exact number of all matches, both from one snapshot. */
  async page(request: PageRequest): Promise<OrganizationPage> {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const page = await this.#attempt(request);
      if (page) return page;
      this.#totals.drop(request.filter);
    }
    // Demo data is being replaced: no count is valid until its page is read. This statement needs none.
    return this.#pick(request);
  }

  /** Null where changes that the cached count needs are pruned. */
  async #attempt(request: PageRequest): Promise<OrganizationPage | null> {
    const { filter } = request;
    const base = await this.#totals.cheapBase(filter);
    if (!base) return this.#pick(request);
    const bound = await this.#bound(request, base);
    if (bound === 'index') return this.#pick(request);
    const { rows } = await this.#pool.query<ResultRow>(scanStatement(request, base, bound));
    const first = rows[0];
    if (!first?.usable) return null;
    if (first.changes > 0) {
      this.#totals.cache(filter, baseOf(first));
      // A new match may be before the first or after the last known one.
      if (base.span) return this.#pick(request);
    } else if (Date.now() - base.takenAt > maxAgeMs) {
      this.#totals.cache(filter, { ...baseOf(first), ...(base.span ? { span: base.span } : {}) });
    }
    const page = pageOf(rows);
    if (page.items.length >= Math.min(request.size, page.totalCount - request.offset)) return page;
    this.#gathered.add(scanKey(filter, base));
    if (this.#gathered.size > maxGathered) this.#gathered.clear();
    return this.#pick(request);
  }

  /** All matches by index: page and total in one statement, whose snapshot allows to cache the total. */
  async #pick(request: PageRequest): Promise<OrganizationPage> {
    const { rows } = await this.#pool.query<ResultRow>(pickStatement(request));
    const first = rows[0];
    if (first) this.#totals.cache(request.filter, baseOf(first));
    return pageOf(rows);
  }

  /**
   * The way with fewer rows to read: a scan by name of a few times the expected rows, or all matches by index. Without a search every
   * name matches, so the scan cannot miss.
   */
  async #bound({ filter, offset, size }: PageRequest, base: Base): Promise<number | undefined | 'index'> {
    if (filter.search === '') return undefined;
    if (this.#gathered.has(scanKey(filter, base))) return 'index';
    const all = (await this.#totals.base({ ...filter, search: '', columns: {} })).count;
    const fromNearerEnd = Math.min(offset, Math.max(0, base.count - offset)) + size;
    const expected = (fromNearerEnd * all) / Math.max(1, base.count);
    // A power of two, because each number is a statement of its own, which the connection caches.
    const bound = 2 ** Math.ceil(Math.log2(Math.max(minScan, expected * 4)));
    return bound < base.count ? bound : 'index';
  }
}
