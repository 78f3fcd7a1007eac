import { createClient } from '../../../shared/client/createClient.ts';
import { wire } from '../../../shared/contract/wire.ts';
import { injectedHttp } from '../../support/injectedHttp.ts';
import type { TestApp } from '../../support/startApp.ts';

/** A caller without a sign-in. */
export const visitorOf = ({ app }: TestApp) => createClient({ http: injectedHttp(app), wire, retry: { attempts: 1 } });

export const mailsTo = async ({ database }: TestApp, recipient: string): Promise<string[]> =>
  (
    await database.pool.query<{ body: string }>('select body from mails where recipient = $1 order by created_at, id', [
      recipient,
    ])
  ).rows.map(({ body }) => body);

export const tokenIn = (body = ''): string => /\/account\/register#([\w-]{43})$/m.exec(body)?.[1] ?? '';

/** Starts a registration and reads the token of the mail. */
export async function startedBy(server: TestApp, emailAddress: string): Promise<string> {
  await visitorOf(server).registration.start({ body: { emailAddress } });
  return tokenIn((await mailsTo(server, emailAddress)).at(-1));
}
