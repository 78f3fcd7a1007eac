import type { Pool } from 'pg';
import type { OrganizationRow } from '../../../../shared/contract/organizationSchemas.ts';
import type { ListFilter } from './filter.ts';
import { type PageRequest, pickStatement, type Statement, walkStatement } from './listStatement.ts';
import { type Base, Totals } from './totals.ts';

interface ResultRow extends OrganizationRow {
  readonly totalCount: number;
  readonly changes: number;
  readonly usable: boolean;
  readonly snapshot: string;
  readonly name_sort: string;
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

/** Counts are moved forward at least this often, so that few changes have to be added to them. */
const forwardAfterMs = 60_000;
const everything: ListFilter = { search: '', cancelling: false };

export class OrganizationListStore {
  readonly #pool: Pool;
  readonly #totals: Totals;

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
    const { rows } = await this.#pool.query<ResultRow>(pickStatement(request));
    return pageOf(rows);
  }

  /** Null when the kept count reaches back behind pruned changes. */
  async #attempt(request: PageRequest): Promise<OrganizationPage | null> {
    const { filter } = request;
    const base = await this.#totals.base(filter);
    const { rows } = await this.#pool.query<ResultRow>(await this.#statement(request, base));
    const first = rows[0];
    if (!first?.usable) return null;
    if (first.changes > 0 || Date.now() - base.takenAt > forwardAfterMs) {
      this.#totals.keep(filter, { count: first.totalCount, snapshot: first.snapshot, takenAt: Date.now() });
    }
    return pageOf(rows);
  }

  /** Whichever has fewer rows to look at: a walk along the names, or all matches by index. */
  async #statement(request: PageRequest, base: Base): Promise<Statement> {
    const { filter, offset, size } = request;
    if (filter.search === '') return walkStatement(request, base);
    const all = (await this.#totals.base(everything)).count;
    const fromNearerEnd = Math.min(offset, Math.max(0, base.count - offset)) + size;
    const walked = (fromNearerEnd * all) / Math.max(1, base.count);
    return walked < base.count * 2 ? walkStatement(request, base) : pickStatement(request);
  }
}
