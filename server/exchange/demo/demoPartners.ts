import { sql } from 'drizzle-orm';
import type { Drizzle } from '../../database/openDatabase.ts';
import { demoAuthor } from '../../seed/demoAuthor.ts';
import { organizationInUse } from '../directAddress.ts';

/** An organization of the demo with an address of it. */
export interface DemoPartner {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly address: string;
}

export interface DemoPartners {
  readonly direct: readonly DemoPartner[];
  readonly fax: readonly DemoPartner[];
}

const most = 200;

/** Organizations of the demo data that can send and receive now, never one that a user added; the first organizations come first, because the demo people belong to them. */
export async function demoPartners(db: Drizzle): Promise<DemoPartners> {
  const of = async (type: 'DirectMessaging' | 'Fax') => {
    const result = await db.execute<DemoPartner & Record<string, unknown>>(sql`
      select d.organization_id as "organizationId", o.name as "organizationName", d.address
      from document_sources d join organizations o on o.id = d.organization_id
      where o.created_by = ${demoAuthor} and d.type = ${type} and d.is_enabled and d.status = 1 and o.direct_is_enabled and ${sql.raw(organizationInUse)}
      order by o.org_id, d.id limit ${most}`);
    return result.rows;
  };
  return { direct: await of('DirectMessaging'), fax: await of('Fax') };
}
