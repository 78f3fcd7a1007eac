import { Secret, TOTP } from 'otpauth';
import { demoPassword } from '../../../server/seed/demoAccounts.ts';
import type { TestApp } from '../../support/startApp.ts';

type Ids = Record<string, string>[];

/** Bytes of the smallest image that is recognized as a PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const identityDocument = { name: 'license.png', mediaType: 'image/png', bytes: new Uint8Array(png) };

/** Users for calls that disable and delete them, by the rows that take them. */
export async function userRecords(running: TestApp): Promise<Record<string, Ids>> {
  const { users, organizations } = running.client('SysAdmin');
  const { id: organizationId } = await organizations.create({
    body: { name: 'Users Clinic', subdomain: 'users-clinic' },
  });
  const add = async (name: string, password?: string) => {
    const userDetails = { firstName: name, lastName: 'Spare', userName: `${name.toLowerCase()}@spare.example` };
    const first = password === undefined ? { emailCreatePassword: true } : { password };
    const { id } = await users.create({ body: { userDetails, organizationId, ...first } });
    return { id };
  };
  const spare = await add('Spare');
  const shown = await add('Shown');
  await users.uploadIdProof({ body: shown, file: identityDocument });
  const parts = [
    '/idproof',
    '/idproof/reset',
    '/sync',
    '/2fa/disable',
    '/organization',
    '/sessions',
    '/signout',
    '/signins',
  ];
  const { userId } = await running.client('SysAdmin').profile.get();
  await users.verifyCode({ params: { id: userId }, body: { password: demoPassword } });
  return {
    '/api/admin/users/{id}': [spare],
    '/api/admin/sysadmin/{id}': [shown],
    ...Object.fromEntries(parts.map((part) => [`/api/admin/users/{id}${part}`, [shown]])),
    user: [shown],
    withPassword: [await add('Known', demoPassword)],
    authenticator: [{ secret: (await users.startTwoFactor({})).secret }],
    mailedCode: [{ code: await mailedCode(running) }],
    '/api/users/{id}/verifycode': [{ id: userId }],
  };
}

/** A code that was mailed to the caller of the random calls. */
async function mailedCode(running: TestApp): Promise<string> {
  await running.client('SysAdmin').users.sendCode({});
  const { rows } = await running.database.pool.query<{ body: string }>(
    `select body from mails where body like '%one-time code%' order by created_at desc limit 1`,
  );
  return /code is (\d{6})/.exec(rows[0]?.body ?? '')?.[1] ?? '';
}

/** The code of the next half minute, which is accepted now and for a minute more. */
const nextCode = (secret = 'AAAA') =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 });

/** Bodies that are accepted for sure. */
export const userCalls = (
  existing: Readonly<Record<string, readonly Record<string, string>[]>>,
  organizationId: string,
) => {
  const id = existing['user']?.[0]?.['id'];
  const userDetails = { firstName: 'Random', lastName: 'User', userName: 'random@users.example' };
  return {
    'POST /api/admin/users': { body: { userDetails, organizationId, emailCreatePassword: true } },
    'PUT /api/admin/users/{id}': { body: { jobTitle: 'Nurse' } },
    'DELETE /api/admin/users/{id}': {},
    'POST /api/admin/sysadmin': { body: { firstName: 'A', lastName: 'B', userName: 'random-admin@users.example' } },
    'PUT /api/admin/sysadmin/{id}': { body: { enable: true } },
    'POST /api/admin/users/enable': { body: { id, enable: true } },
    'POST /api/users/resetpassword': { body: { id: existing['withPassword']?.[0]?.['id'] } },
    'POST /api/users/resendinvitation': { body: { id } },
    'POST /api/admin/users/organizations': { body: { userId: id, organizationId } },
    'PUT /api/admin/users/organizations': { body: { userId: id, organizationId } },
    'POST /api/admin/users/{id}/idproof/reset': {},
    'POST /api/admin/users/{id}/sync': {},
    'POST /api/admin/users/{id}/2fa/disable': {},
    'POST /api/admin/users/{id}/signout': {},
    'POST /api/admin/users/idproof': { body: { id } },
    // Before one-time codes are on.
    'POST /api/users/{id}/verifycode': { body: { password: demoPassword } },
    'POST /api/account/password': { body: { currentPassword: demoPassword, newPassword: `${demoPassword}-next` } },
    'POST /api/account/recoverycodes': {},
    'PUT /api/account/profile': { body: { phone: null } },
    'POST /api/account/email': { body: { email: 'random-new@people.example' } },
    'POST /api/account/twofactor/disable': {},
    'POST /api/account/signout': {},
    // Before another code is mailed.
    'GET /api/users/enabletfa': { query: { code: existing['mailedCode']?.[0]?.['code'] } },
    'POST /api/users/enabletokenauth': { body: { code: nextCode(existing['authenticator']?.[0]?.['secret']) } },
  };
};
