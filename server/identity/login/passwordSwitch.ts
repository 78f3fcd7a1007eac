import { sql } from 'drizzle-orm';
import type { Database } from '../../database/openDatabase.ts';

/**
 * Whether an organization of the person has switched password sign-in off. One of several is enough, or people would enter by
 * another organization and change over. Platform administrators are left out: they alone can switch it on again.
 */
export async function isPasswordSwitchedOff(database: Database, userName: string): Promise<boolean> {
  const { rows } = await database.db.execute<{ off: boolean }>(sql`
    with person as (
      select id, organization_id from users
      where lower(user_name) = ${userName} and role not in ('SysAdmin', 'SysAdminReporting')
    ), own as (
      select organization_id as id from person
      union select organization_users.organization_id from person join organization_users on user_id = person.id
    )
    select exists (select from own join organizations using (id) where not password_sign_in) as off`);
  return rows[0]?.off === true;
}
