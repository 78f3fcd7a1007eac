import { Secret, TOTP } from 'otpauth';
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
  const add = async (name: string) => {
    const userDetails = { firstName: name, lastName: 'Spare', userName: `${name.toLowerCase()}@spare.example` };
    const { id } = await users.create({ body: { userDetails, organizationId, emailCreatePassword: true } });
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
  return {
    '/api/admin/users/{id}': [spare],
    '/api/admin/sysadmin/{id}': [shown],
    ...Object.fromEntries(parts.map((part) => [`/api/admin/users/{id}${part}`, [shown]])),
    user: [shown],
    authenticator: [{ secret: (await users.startTwoFactor({})).secret }],
  };
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
    'POST /api/users/resetpassword': { body: { id } },
    'POST /api/users/resendinvitation': { body: { id } },
    'POST /api/admin/users/organizations': { body: { userId: id, organizationId } },
    'PUT /api/admin/users/organizations': { body: { userId: id, organizationId } },
    'POST /api/admin/users/{id}/idproof/reset': {},
    'POST /api/admin/users/{id}/sync': {},
    'POST /api/admin/users/{id}/2fa/disable': {},
    'POST /api/admin/users/{id}/signout': {},
    'POST /api/admin/users/idproof': { body: { id } },
    'POST /api/users/enabletokenauth': { body: { code: nextCode(existing['authenticator']?.[0]?.['secret']) } },
  };
};
