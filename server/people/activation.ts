import { eq } from 'drizzle-orm';
import type { Drizzle } from '../database/openDatabase.ts';
import { organizations } from '../database/schema/organizations.ts';
import type { Actor } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';

/** Refuses users of an organization that is not activated, whose pages for it are closed as well (spec 2 section 2). Others have none to activate. */
export async function refuseNotActivated(db: Drizzle, { organizationId }: Actor): Promise<void> {
  if (organizationId === null) return;
  const [organization] = await db
    .select({ isActivated: organizations.isActivated })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  if (organization?.isActivated === false) throw new ApiProblem('E-ORG-NOT-ACTIVATED');
}
