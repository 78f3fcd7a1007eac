import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { idProofs } from '../../../server/database/schema/people.ts';
import { legacyQuizzes, verificationSessions } from '../../../server/database/schema/proofing.ts';
import { authenticators, ssoConnections } from '../../../server/database/schema/signIn.ts';
import { webhooks } from '../../../server/database/schema/webhooks.ts';
import { openInstallationSecrets } from '../../../server/identity/secrets/installationSecrets.ts';
import { publishedSeconds, rotateSigningKey } from '../../../server/identity/signingKeys.ts';
import type { Database } from '../../../server/database/openDatabase.ts';
import { quietLog } from '../../support/database/databases.ts';
import { addOrganization, addUser, startIdentity } from './identityServer.ts';
import { refresh, signIn, whoIs } from './signIn.ts';
import { openTestDatabase } from './testDatabase.ts';

let database: Database;
let folder: string;
let keyFile: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cptest-keys-'));
  keyFile = join(folder, 'key');
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const start = () => startIdentity({ database, config: { keyFile } });
type Server = Awaited<ReturnType<typeof start>>;

/** Every row of the database as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from "${name}" t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

const keyIdsOf = async ({ app }: Server) => {
  const { keys } = (await app.inject('/oidc/jwks')).json<{ keys: { kid: string }[] }>();
  return keys.map(({ kid }) => kid);
};

const connection = (name: string, clientSecret: string) => ({
  name,
  displayName: name,
  issuer: 'https://idp.example',
  clientId: 'carepost',
  clientSecret,
});

/** A webhook whose secret is encrypted; its id. */
const addWebhook = async ({ identity }: Server, secret: string) => {
  const id = randomUUID();
  const author = { createdBy: 'test', modifiedBy: 'test' };
  const stored = identity.secrets.sealWebhook(id, secret);
  await database.db
    .insert(webhooks)
    .values({ id, name: id, url: 'https://hooks.example/', authenticationType: 'hmac', secret: stored, ...author });
  return id;
};

describe('secrets in the database', () => {
  test('are encrypted: signing keys, cookie keys, connection secrets, refresh tokens; what was in clear becomes so at the start', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg: 'ES256' };
    const cookieKey = 'cookie-key-of-an-earlier-release';
    for (const [name, keys] of [
      ['oidc.signingKeys', [jwk]],
      ['oidc.cookieKeys', [cookieKey]],
    ] as const) {
      await database.pool.query('insert into installation_secrets (name, value) values ($1, $2)', [
        name,
        JSON.stringify({ keys }),
      ]);
    }
    await database.db.insert(ssoConnections).values(connection('hospital', 'secret-of-the-hospital'));

    const server = await start();
    const { tokens } = await signIn(server, await addUser(database));
    const renewed = await refresh(server, tokens.refresh_token);
    expect(decodeProtectedHeader(renewed.body.access_token).kid).toBe(jwk.kid);
    expect((await server.identity.secrets.load('oidc.cookieKeys', async () => ({ keys: ['another'] }))).keys).toEqual([
      cookieKey,
    ]);
    const { rows } = await database.pool.query<{ secret: string }>(
      `select client_secret as secret from sso_connections where name = 'hospital'`,
    );
    expect(await server.identity.secrets.openConnectionSecret('hospital', rows[0]?.secret ?? '')).toBe(
      'secret-of-the-hospital',
    );
    const { key } = await server.identity.secrets.load('oidc.refreshSuccessors', async () => ({ key: 'another' }));

    const text = await dump();
    for (const secret of [
      '"d":',
      jwk.d ?? '',
      cookieKey,
      'secret-of-the-hospital',
      key,
      tokens.refresh_token,
      renewed.body.refresh_token,
      (await readFile(keyFile, 'utf8')).trim(),
    ]) {
      expect(secret).not.toBe('');
      expect(text.replace(/": /g, '":').includes(secret), secret.slice(0, 6)).toBe(false);
    }
    await server.close();
  });

  test('open in their own row only', async () => {
    const server = await start();
    await database.db.insert(ssoConnections).values(connection('clinic', 'secret-of-the-clinic'));
    await (await start()).close();
    const { rows } = await database.pool.query<{ secret: string }>(
      `select client_secret as secret from sso_connections where name = 'clinic'`,
    );
    const secret = rows[0]?.secret ?? '';
    expect(await server.identity.secrets.openConnectionSecret('clinic', secret)).toBe('secret-of-the-clinic');
    await expect(server.identity.secrets.openConnectionSecret('hospital', secret)).rejects.toThrow();
    const middle = Math.floor(secret.length * 0.8);
    const changed = secret.slice(0, middle) + (secret[middle] === 'A' ? 'B' : 'A') + secret.slice(middle + 1);
    await expect(server.identity.secrets.openConnectionSecret('clinic', changed)).rejects.toThrow();
    await server.close();
  });
});

describe('the key file', () => {
  const openSecrets = (config: { keyFile: string; production?: boolean }, log = quietLog) =>
    openInstallationSecrets(database, { dataFolder: null, production: false, ...config }, log);

  test('is made on the first start, for its owner only', async () => {
    await (await start()).close();
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  });

  test('that is missing while secrets are encrypted with it ends the start and is not made anew', async () => {
    await (await start()).close();
    const elsewhere = { keyFile: join(folder, 'missing') };
    await expect(openSecrets(elsewhere)).rejects.toThrow(
      /The key file .*missing is missing.*Restore it from its backup, or set CAREPOST_KEY_FILE/,
    );
    await expect(stat(elsewhere.keyFile)).rejects.toThrow('ENOENT');
  });

  test.each([
    [
      'of another database',
      `${Buffer.alloc(32, 7).toString('base64url')}\n`,
      /does not contain the key .*Restore the file/,
    ],
    ['without a key', 'nothing\n', /contains no key.*32 bytes in base64url/],
    ['without anything', '', /contains no key/],
  ])('%s ends the start and stays as it is', async (_name, content, message) => {
    await (await start()).close();
    const other = join(folder, 'other');
    await writeFile(other, content);
    await expect(openSecrets({ keyFile: other })).rejects.toThrow(message);
    expect(await readFile(other, 'utf8')).toBe(content);
  });

  // Windows has no such modes.
  test.skipIf(process.platform === 'win32').each(['640', '604', '660'])(
    'with mode %s, open to other accounts, is refused in production and named in the log elsewhere',
    async (mode) => {
      await (await start()).close();
      const open = join(folder, `open-${mode}`);
      await copyFile(keyFile, open);
      await chmod(open, Number.parseInt(mode, 8));
      const message = `The key file ${open} is open to other accounts (mode ${mode}). Close it: chmod 600 ${open}`;
      const warn = vi.fn<(...parts: unknown[]) => void>();
      await expect(openSecrets({ keyFile: open, production: true }, { ...quietLog, warn })).rejects.toThrow(message);
      expect(warn).not.toHaveBeenCalled();
      await openSecrets({ keyFile: open }, { ...quietLog, warn });
      expect(warn.mock.calls.map((parts) => parts.at(-1))).toEqual([message]);
      await chmod(open, 0o600);
      await openSecrets({ keyFile: open, production: true }, { ...quietLog, warn });
      expect(warn).toHaveBeenCalledOnce();
    },
  );

  test('gets a new key by command; running servers go on, and the old key is needed no more', async () => {
    const server = await start();
    const user = await addUser(database);
    const { tokens } = await signIn(server, user);
    const stored = server.identity.secrets.sealAuthenticator(user.id, 'MFRGGZDF');
    await database.db.insert(authenticators).values({ userId: user.id, secret: stored });
    const hook = await addWebhook(server, 'whsec_canary');
    const organizationId = await addOrganization(database);
    const [session, quiz] = [randomUUID(), randomUUID()];
    const person = server.identity.secrets.sealIdentity(`verification_sessions/${session}`, 'Ada Quill');
    const waiting = { organizationId, userId: user.id, expiresAt: new Date(Date.now() + 60_000) };
    await database.db.insert(verificationSessions).values({ id: session, person, ...waiting });
    // In clear, as it may be after an update.
    await database.db.insert(legacyQuizzes).values({ id: quiz, questions: 'Harbor Street', ...waiting });
    // Of the demo data, or of a release that did not encrypt them.
    const document = { fileName: 'a.png', mediaType: 'image/png', content: Buffer.from('a photo'), uploadedBy: 'test' };
    await database.db.insert(idProofs).values({ userId: user.id, ...document });
    await copyFile(keyFile, join(folder, 'before'));
    await (await openSecrets({ keyFile })).rotateKeyFile();
    await server.identity.keyRing.refresh();
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
    const [first, ...others] = (await readFile(keyFile, 'utf8')).trim().split('\n');
    expect(others).toHaveLength(1);
    await writeFile(keyFile, `${first}\n`);
    const next = await start();
    expect((await whoIs(next, tokens.access_token)).status).toBe(200);
    const [app] = await database.db.select().from(authenticators);
    expect(await next.identity.secrets.openAuthenticator(user.id, app?.secret ?? '')).toBe('MFRGGZDF');
    const [rotated] = await database.db.select().from(webhooks).where(eq(webhooks.id, hook));
    expect(await next.identity.secrets.openWebhook(hook, rotated?.secret ?? '')).toBe('whsec_canary');
    await expect(next.identity.secrets.openWebhook(randomUUID(), rotated?.secret ?? '')).rejects.toThrow();
    const [proofed] = await database.db.select().from(verificationSessions).where(eq(verificationSessions.id, session));
    const { secrets } = next.identity;
    expect(await secrets.openIdentity(`verification_sessions/${session}`, proofed?.person ?? '')).toBe('Ada Quill');
    const [asked] = await database.db.select().from(legacyQuizzes).where(eq(legacyQuizzes.id, quiz));
    expect(asked?.questions).not.toContain('Harbor');
    expect(await secrets.openIdentity(`legacy_quizzes/${quiz}`, asked?.questions ?? '')).toBe('Harbor Street');
    const [proof] = await database.db.select().from(idProofs);
    const content = proof?.content ?? Buffer.alloc(0);
    expect(content.includes('a photo')).toBe(false);
    expect(next.identity.identityDocuments.open(user.id, content).toString()).toBe('a photo');
    expect(server.identity.identityDocuments.open(user.id, content).toString()).toBe('a photo');
    expect(() => next.identity.identityDocuments.open(randomUUID(), content)).toThrow('unable to authenticate');
    await expect(openSecrets({ keyFile: join(folder, 'before') })).rejects.toThrow('does not contain the key');
    await Promise.all([server.close(), next.close()]);
  });
});

describe('a rotation of the signing key', () => {
  const shift = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });

  test('fails no call at running servers; the new key signs, the old one verifies until its tokens are over', {
    tags: ['hard'],
  }, async () => {
    const servers = await Promise.all([start(), start()]);
    const [one, other] = servers;
    const sessions = await Promise.all(
      [one, other].map(async (server) => ({ server, tokens: (await signIn(server, await addUser(database))).tokens })),
    );
    const failures: unknown[] = [];
    const signers = new Set<string | undefined>();
    /** Every session renews at its server, and both servers are called with old and new tokens. */
    const callAll = async () => {
      for (const session of sessions) {
        const before = session.tokens;
        const { status, body } = await refresh(session.server, before.refresh_token);
        if (status === 200) session.tokens = body;
        else failures.push(body);
        signers.add(decodeProtectedHeader(session.tokens.access_token).kid);
        for (const token of [before.access_token, session.tokens.access_token])
          for (const server of servers) {
            const answer = await whoIs(server, token);
            if (answer.status !== 200) failures.push(answer);
          }
      }
    };
    const [old] = await keyIdsOf(one);
    await callAll();
    const { kid } = await rotateSigningKey(one.identity.secrets, { revoke: false });
    await callAll();
    for (const server of servers) {
      await server.identity.keyRing.refresh();
      await callAll();
      expect(await keyIdsOf(server)).toEqual([old, kid]);
    }
    expect([...signers]).toEqual([old]);

    shift(publishedSeconds + 1);
    // One after the other, as processes notice it.
    for (const server of servers) {
      await server.identity.keyRing.refresh();
      await callAll();
      expect(await keyIdsOf(server)).toEqual([kid, old]);
    }
    expect([...signers]).toEqual([old, kid]);
    expect(failures).toEqual([]);
    for (const { tokens } of sessions) expect(decodeProtectedHeader(tokens.id_token).kid).toBe(kid);

    shift(13 * 60 * 60);
    await one.identity.keyRing.refresh();
    expect(await keyIdsOf(one)).toEqual([kid]);
    await Promise.all(servers.map((server) => server.close()));
  });

  test('with --revoke ends all tokens, also those that were accepted before', async () => {
    const server = await start();
    const user = await addUser(database);
    const { tokens } = await signIn(server, user);
    expect((await whoIs(server, tokens.access_token)).status).toBe(200);
    const { kid } = await rotateSigningKey(server.identity.secrets, { revoke: true });
    await server.identity.keyRing.refresh();
    expect((await whoIs(server, tokens.access_token)).status).toBe(401);
    expect(await keyIdsOf(server)).toEqual([kid]);
    const again = await signIn(server, user);
    expect((await whoIs(server, again.tokens.access_token)).status).toBe(200);
    await server.close();
  });
});

test('after the statements of the documentation for a lost key file the next start makes new keys, and users sign in again', {
  tags: ['hard'],
}, async () => {
  const server = await start();
  const user = await addUser(database);
  const { tokens } = await signIn(server, user);
  await database.db
    .insert(authenticators)
    .values({ userId: user.id, secret: server.identity.secrets.sealAuthenticator(user.id, 'MFRGGZDF') });
  await addWebhook(server, 'whsec_lost');
  await server.close();
  const config = { keyFile: join(folder, 'after-the-loss') };
  await expect(startIdentity({ database, config })).rejects.toThrow('is missing');
  const operations = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  await database.pool.query(/lost for good[\s\S]*?```sql([\s\S]*?)```/.exec(operations)?.[1] ?? '');
  const next = await startIdentity({ database, config });
  expect((await whoIs(next, tokens.access_token)).status).toBe(401);
  const again = await signIn(next, user);
  expect((await whoIs(next, again.tokens.access_token)).status).toBe(200);
  const hooks = await database.db.select({ secret: webhooks.secret, isEnabled: webhooks.isEnabled }).from(webhooks);
  expect(new Set(hooks.map(({ secret, isEnabled }) => secret === null && !isEnabled))).toEqual(new Set([true]));
  await next.close();
});
