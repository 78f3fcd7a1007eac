import { inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Role } from '../../shared/contract/endpoint.ts';
import type { Database } from '../../server/database/openDatabase.ts';
import { users } from '../../server/database/schema/people.ts';
import { demoAccounts } from '../../server/seed/demoAccounts.ts';

/** Who calls: a role, a disabled account, or somebody whose token ended. */
export type Caller = Role | 'disabled' | 'expired';

const accountNames: Readonly<Record<Caller, string>> = {
  SysAdmin: 'sysadmin@carepost.example',
  SysAdminReporting: 'reporting@carepost.example',
  Administrator: 'admin@carepost.example',
  User: 'user@carepost.example',
  disabled: 'disabled@carepost.example',
  expired: 'sysadmin@carepost.example',
};

export async function signTokens(app: FastifyInstance, database: Database): Promise<Record<Caller, string>> {
  const names = demoAccounts.map(({ userName }) => userName);
  const match = await database.db
    .select({ id: users.id, userName: users.userName, role: users.role })
    .from(users)
    .where(inArray(users.userName, names));
  const signed = await Promise.all(
    Object.entries(accountNames).map(async ([caller, userName]) => {
      const account = match.find((user) => user.userName === userName);
      if (!account) throw new Error(`The demo data has no ${userName}.`);
      const token = await app.identity.signAccessToken({
        subject: account.id,
        kind: 'user',
        role: account.role as Role,
        // A server of all files of `npm run test:hard` outlives the usual quarter of an hour.
        expiresInSeconds: caller === 'expired' ? -120 : 3600,
      });
      return [caller, token] as const;
    }),
  );
  return Object.fromEntries(signed) as Record<Caller, string>;
}
