import { randomUUID } from 'node:crypto';
import { type Client, createClient } from '../../../shared/client/createClient.ts';
import { wire } from '../../../shared/contract/wire.ts';
import { injectedHttp } from '../../support/injectedHttp.ts';
import type { TestApp } from '../../support/startApp.ts';
import { fileOf, pictures } from '../areas/termsBuilders.ts';

export const photo = fileOf(pictures['image/png'], 'photo.png', 'image/png');

export interface Member {
  readonly client: Client;
  readonly organizationId: string;
  readonly userId: string;
  readonly userName: string;
  readonly password: string;
}

/** An administrator of an organization: of a new one, which has accepted the agreements and is not proofed yet, unless one is named. */
export async function newAdministrator(
  server: TestApp,
  organizationId?: string,
  { hasAccepted = true } = {},
): Promise<Member> {
  const { organizations, users } = server.client('SysAdmin');
  const mark = randomUUID();
  const id =
    organizationId ?? (await organizations.create({ body: { name: `Clinic ${mark}`, subdomain: `c-${mark}` } })).id;
  const userName = `ada-${mark}@proofing.example`;
  const userDetails = { firstName: 'Ada', lastName: 'Quill', userName, roleName: 'Administrator' as const };
  const password = 'correct horse battery';
  if (organizationId !== undefined)
    await server.database.pool.query(
      'update organizations set plan_id = (select id from plans where allowed_users < 0 limit 1) where id = $1',
      [id],
    );
  const user = await users.create({ body: { userDetails, organizationId: id, password } });
  if (hasAccepted)
    await server.database.pool.query(
      'insert into eula_acceptances (eula_id, organization_id, user_id) select id, $1, $2 from eulas where is_active on conflict do nothing',
      [id, user.id],
    );
  const accessToken = await server.app.identity.signAccessToken({
    subject: user.id,
    kind: 'user',
    role: 'Administrator',
  });
  const token = { accessToken, expiresAt: Date.now() + 600_000 };
  const client = createClient({
    http: injectedHttp(server.app),
    wire,
    token: { current: () => token, renew: () => Promise.resolve(token) },
    retry: { attempts: 1 },
  });
  return { client, organizationId: id, userId: user.id, userName, password };
}

export const person = { firstName: 'Ada', lastName: 'Quill', dateOfBirth: '1979-11-23' };

/** A person at the pages of the demo's identity provider; answers where the last page leads. */
export async function visitProvider(
  server: TestApp,
  authUrl: string,
  ending: 'agree' | 'fail' | 'leave',
): Promise<string> {
  const pathOf = (address: string) => {
    const { pathname, search } = new URL(address, server.config.publicUrl);
    return pathname + search;
  };
  const begun = await server.app.inject({ url: pathOf(authUrl) });
  const session = String(begun.headers.location);
  const send = async (step: string, fields?: Readonly<Record<string, string>>) => {
    if (fields === undefined) return server.app.inject({ method: 'POST', url: `${session}/${step}` });
    const boundary = 'visitor';
    const texts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="photo.png"\r\ncontent-type: image/png\r\n\r\n`;
    const payload = Buffer.concat([
      Buffer.from(texts.join('') + file),
      Buffer.from(photo.bytes),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    return server.app.inject({ method: 'POST', url: `${session}/${step}`, headers, payload });
  };
  if (ending !== 'leave') {
    await send('document', person);
    await send('face', {});
  }
  const end = await send(ending);
  return pathOf(String(end.headers.location));
}

/** The same, and back at this server. */
export async function verify(
  server: TestApp,
  { client }: Member,
  ending: 'agree' | 'fail' | 'leave' = 'agree',
): Promise<string> {
  const { id, authUrl } = await client.idproofing.initiate();
  const back = await visitProvider(server, authUrl, ending);
  const page = await server.app.inject({ url: back });
  if (page.statusCode !== 200) throw new Error(`The page of the return responded ${page.statusCode}.`);
  return id;
}
