import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../shared/client/createClient.ts';
import { wire } from '../../../shared/contract/wire.ts';
import { nextNotice } from '../../../shared/rules/onboarding.ts';
import { onboardingTrials } from '../../../server/seed/onboardingTrials.ts';
import { injectedHttp } from '../../support/injectedHttp.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const profileOf = async (userName: string) => {
  const { rows } = await server.database.pool.query<{ id: string; role: 'Administrator' }>(
    'select id, role from users where user_name = $1',
    [userName],
  );
  const { id: subject = '', role = 'Administrator' } = rows[0] ?? {};
  const accessToken = await server.app.identity.signAccessToken({ subject, kind: 'user', role });
  const token = { accessToken, expiresAt: Date.now() + 600_000 };
  const source = { current: () => token, renew: () => Promise.resolve(token) };
  return createClient({ http: injectedHttp(server.app), wire, token: source, retry: { attempts: 1 } }).profile.get({});
};

test('the demo has a person at each step of onboarding, and at each notice that users see', async () => {
  const shown = await Promise.all(
    onboardingTrials.map(async ({ account }) => {
      const profile = await profileOf(account.userName);
      return [account.userName.split('@')[0], nextNotice(profile, new Set())];
    }),
  );
  expect(Object.fromEntries(shown)).toEqual({
    license: 'license',
    reseller: 'resellerLicense',
    verify: 'startVerification',
    confirm: 'confirmInformation',
    upload: 'manualVerification',
    review: 'activationDelay',
    proofed: 'activationDelay',
    canceled: 'cancelled',
    grace: 'gracePeriod',
    legacy: 'license',
    legacywelcome: 'legacyWelcome',
    legacyform: 'legacyIdentity',
    legacyfailed: 'decisionFailed',
    legacyreview: 'decisionReview',
    legacypassed: 'decisionPassed',
    reactivate: 'reactivation',
    reactivatepay: 'reactivation',
  });
});
