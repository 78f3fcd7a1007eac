import type { Pool } from 'pg';
import type { OrganizationRow } from '../../../../shared/contract/organizationSchemas.ts';
import { filterKey, type ListFilter } from './filter.ts';
import { type PageRequest, pickStatement, walkStatement } from './listStatement.ts';
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

/** Without organizations on the page a single row carries the total alone. */
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

/** Counts are moved forward at least this often, so that few changes have to be added to them. */
const forwardAfterMs = 60_000;
/** A walk of so many names takes some 10 ms when it meets nothing, and far less otherwise. */
const leastWalk = 8192;
const maxGathered = 2000;

/** A walk may miss the matches while their first and last names are unknown, and meet them once it keeps between these. */
const walkKey = (filter: ListFilter, { span }: Base) => `${span ? 'between' : 'all'}:${filterKey(filter)}`;

export class OrganizationListStore {
  readonly #pool: Pool;
  readonly #totals: Totals;
  /** Searches whose matches stand too close together for a walk to meet them soon. */
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
    // Demo data is being replaced under us: no count lasts until its page is read. This statement needs none.
    return this.#pick(request);
  }

  /** Null when the cached count reaches back behind pruned changes. */
  async #attempt(request: PageRequest): Promise<OrganizationPage | null> {
    const { filter } = request;
    const base = await this.#totals.known(filter);
    if (!base) return this.#pick(request);
    const bound = await this.#bound(request, base);
    if (bound === 'index') return this.#pick(request);
    const { rows } = await this.#pool.query<ResultRow>(walkStatement(request, base, bound));
    const first = rows[0];
    if (!first?.usable) return null;
    if (first.changes > 0) {
      this.#totals.keep(filter, baseOf(first));
      // A new match may lie before the first or behind the last one that was known.
      if (base.span) return this.#pick(request);
    } else if (Date.now() - base.takenAt > forwardAfterMs) {
      this.#totals.keep(filter, { ...baseOf(first), ...(base.span ? { span: base.span } : {}) });
    }
    const page = pageOf(rows);
    if (page.items.length >= Math.min(request.size, page.totalCount - request.offset)) return page;
    this.#gathered.add(walkKey(filter, base));
    if (this.#gathered.size > maxGathered) this.#gathered.clear();
    return this.#pick(request);
  }

  /** All matches by index: page and total in one statement, whose snapshot makes the total one to keep. */
  async #pick(request: PageRequest): Promise<OrganizationPage> {
    const { rows } = await this.#pool.query<ResultRow>(pickStatement(request));
    const first = rows[0];
    if (first) this.#totals.keep(request.filter, baseOf(first));
    return pageOf(rows);
  }

  /**
   * Whichever has fewer rows to look at: a walk along the names with a few times the rows it should need, or all matches by index.
   * Without a search every name counts, so the walk cannot miss.
   */
  async #bound({ filter, offset, size }: PageRequest, base: Base): Promise<number | undefined | 'index'> {
    if (filter.search === '') return undefined;
    if (this.#gathered.has(walkKey(filter, base))) return 'index';
    const all = (await this.#totals.base({ ...filter, search: '', columns: {} })).count;
    const fromNearerEnd = Math.min(offset, Math.max(0, base.count - offset)) + size;
    const expected = (fromNearerEnd * all) / Math.max(1, base.count);
    // One of few numbers, because each makes a statement of its own that the connection keeps.
    const bound = 2 ** Math.ceil(Math.log2(Math.max(leastWalk, expected * 4)));
    return bound < base.count ? bound : 'index';
  }
}
