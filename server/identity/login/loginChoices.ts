import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../database/openDatabase.ts';
import { users } from '../../database/schema/people.ts';
import { ssoConnections } from '../../database/schema/signIn.ts';
import { demoAccounts } from '../../seed/demoAccounts.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import type { LoginForm } from '../pages/loginPage.ts';

/** What the sign-in page offers beside the password form. */
export async function findLoginChoices(
  database: Database,
  config: IdentityConfig,
): Promise<Pick<LoginForm, 'connections' | 'demoAccounts' | 'canMail' | 'canRegister'>> {
  const [connections, demo] = await Promise.all([
    findConnections(database),
    config.demo ? findDemoAccounts(database) : [],
  ]);
  const canMail = config.mail.smtpUrl !== null || config.demo;
  return { connections, demoAccounts: demo, canMail, canRegister: config.registration };
}

/** Those of organizations are reached by their address only: the page would tell every visitor who the customers are. */
const findConnections = (database: Database) =>
  database.db
    .select({ name: ssoConnections.name, displayName: ssoConnections.displayName })
    .from(ssoConnections)
    .where(and(eq(ssoConnections.isEnabled, true), isNull(ssoConnections.organizationId)))
    .orderBy(asc(ssoConnections.displayName));

/** The demo accounts of the demo data, as far as they are still there. */
async function findDemoAccounts(database: Database): Promise<LoginForm['demoAccounts']> {
  const offered = demoAccounts.filter(({ isEnabled }) => isEnabled);
  const present = await database.db
    .select({ userName: users.userName })
    .from(users)
    .where(
      and(
        eq(users.isDemo, true),
        eq(users.isEnabled, true),
        inArray(
          users.userName,
          offered.map(({ userName }) => userName),
        ),
      ),
    );
  const names = new Set(present.map(({ userName }) => userName));
  return offered.filter(({ userName }) => names.has(userName));
}
