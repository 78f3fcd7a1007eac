import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepCertificates } from '../../../server/areas/certificates/checkCertificates.ts';
import { readCertificate } from '../../../server/areas/certificates/readCertificate.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { testCertificate } from '../../support/testCertificate.ts';
import { openTlsHosts } from '../../support/tlsHosts.ts';

const hosts = openTlsHosts();
let running: TestApp;
let client: Client;
beforeAll(async () => {
  running = await startApp({
    env: {
      JOBS: 'true',
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      SSO_ALLOW_PRIVATE: 'true',
      FHIR_DIRECTORY_URL: 'https://directory.invalid/fhir',
    },
  });
  client = running.client('SysAdmin');
});
afterAll(async () => {
  await running.close();
  await hosts.close();
});

const receiver = (name: string, port: number) =>
  client.webhooks.save({ body: { name, url: `https://localhost:${port}/in`, events: ['user.created'] } });

const checkedAll = async () => {
  const { requestedAt, hostCount } = await client.certificates.checkAll({});
  const oldest = async () =>
    (await client.certificates.list({ query: { sort: 'checkedAt', pageSize: '1' } })).items[0]?.checkedAt ?? '';
  await expect.poll(oldest, { timeout: 15_000 }).toSatisfy((checkedAt: string) => checkedAt >= requestedAt);
  const { items, totalCount } = await client.certificates.list({ query: { pageSize: '100' } });
  expect(totalCount).toBe(hostCount);
  return items;
};
const atPort = async (port: number) => {
  const { items } = await client.certificates.list({ query: { pageSize: '100' } });
  const item = items.find((one) => one.port === port);
  if (!item) throw new Error('There is no such certificate.');
  return item;
};
const mailsAbout = async () =>
  (
    await running.database.pool.query<{ subject: string }>(
      `select subject from mails where subject like '%certificate of%' order by subject`,
    )
  ).rows.map(({ subject }) => subject);
const numberOf = async (name: string) =>
  (await client.home.numbers({})).items.find((item) => item.name === name)?.count;

test('a check of all hosts finds ends and problems, which list, filters, home and mail name alike', async () => {
  const certificates = {
    valid: testCertificate({ days: 90 }),
    soon: testCertificate({ days: 10 }),
    expired: testCertificate({ days: -2 }),
    early: testCertificate({ days: 60, from: 1 }),
    wrongHost: testCertificate({ days: 90, host: 'other.example' }),
    selfSigned: testCertificate({ days: 90 }),
  };
  const { selfSigned: _selfSigned, ...signed } = certificates;
  hosts.trust(...Object.values(signed));
  const ports: Record<string, number> = {};
  for (const [name, certificate] of Object.entries(certificates)) {
    ports[name] = (await hosts.host(certificate)).port;
    await receiver(name, ports[name]);
  }
  const silent = await hosts.silent();
  const closed = await hosts.host(certificates.valid);
  await closed.close();
  const { id } = await receiver('refused', closed.port);
  // Two uses of one host, in another spelling.
  const [organization] = (await client.organizations.list({ query: { pageSize: 1 } })).items;
  const provider = async (displayName: string, issuer: string) => {
    const names = { name: displayName.toLowerCase(), displayName, organizationId: organization?.id ?? '' };
    return (await client.connections.create({ body: { ...names, issuer, clientId: 'carepost' } })).id;
  };
  const connectionId = await provider('Sign-in', `https://LOCALHOST:${ports['valid']}/tenant`);
  for (const name of ['soon', 'expired']) await provider(`Of-${name}`, `https://localhost:${ports[name]}`);

  const items = await checkedAll();
  const found = Object.fromEntries(
    items.map(({ uses, problem, problemCode }) => [uses.at(-1)?.name, [problem, problemCode]]),
  );
  expect(found).toEqual({
    valid: [null, null],
    soon: [null, null],
    expired: ['expired', 'CERT_HAS_EXPIRED'],
    early: ['notYetValid', 'CERT_NOT_YET_VALID'],
    wrongHost: ['wrongHost', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    selfSigned: ['untrusted', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    refused: ['unreachable', 'ECONNREFUSED'],
    FHIR_DIRECTORY_URL: ['unreachable', 'ENOTFOUND'],
  });
  expect(items.find(({ port }) => port === ports['valid'])).toMatchObject({
    host: 'localhost',
    uses: [
      { kind: 'connection', id: connectionId, name: `Sign-in (${organization?.name})` },
      { kind: 'webhook', name: 'valid' },
    ],
    useCount: 2,
    daysLeft: 89,
    subject: expect.stringMatching(/^CN=localhost /),
    issuer: expect.stringMatching(/^CN=localhost /),
  });
  // Never read, ended, ending: the order of the list.
  expect(items.map(({ uses }) => uses.at(-1)?.name).slice(2, 4)).toEqual(['expired', 'soon']);

  const list = async (query: Parameters<Client['certificates']['list']>[0]) => {
    const page = await client.certificates.list(query);
    return { names: page.items.map(({ uses }) => uses.at(-1)?.name), totalCount: page.totalCount };
  };
  const ending = await list({ query: { endsWithinDays: '30' } });
  expect(ending).toEqual({ names: ['expired', 'soon'], totalCount: 2 });
  expect(await numberOf('certificatesEnding')).toBe(2);
  expect((await list({ query: { hasProblem: 'true' } })).totalCount).toBe(6);
  expect(await numberOf('certificatesInvalid')).toBe(6);
  expect((await list({ query: { usedBy: 'connection' } })).names).toEqual(['expired', 'soon', 'valid']);
  expect(await list({ query: { usedBy: 'setting' } })).toEqual({ names: ['FHIR_DIRECTORY_URL'], totalCount: 1 });
  expect(await list({ query: { search: 'SIGN-IN (' } })).toEqual({ names: ['valid'], totalCount: 1 });
  expect((await list({ query: { sortDir: 'desc', pageSize: '2', pageNumber: '4' } })).names).toHaveLength(2);

  const mails = ['Alert: the certificate of localhost has ended', 'Notice: the certificate of localhost ends'];
  expect(await mailsAbout()).toEqual(mails);
  const { items: entries } = await client.audit.list({ query: { action: 'certificates.check' } });
  expect(entries).toHaveLength(8);
  expect(entries.every(({ actorName }) => actorName === 'system')).toBe(true);

  // The same again: no second mail, no event without a change; a host that is no longer called is gone.
  await client.webhooks.delete({ params: { id } });
  expect((await checkedAll()).map(({ port }) => port)).not.toContain(closed.port);
  expect(await mailsAbout()).toEqual(mails);
  expect((await client.audit.list({ query: { action: 'certificates.check' } })).totalCount).toBe(8);
  expect(silent.count).toBe(0);
});

test('a check of one host reads a renewed certificate, and keeps the last one where none can be read', async () => {
  const [first, renewed] = [testCertificate({ days: 5 }), testCertificate({ days: 300 })];
  hosts.trust(first, renewed);
  const host = await hosts.host(first);
  await receiver('renewed', host.port);
  await checkedAll();
  const { id, daysLeft } = await atPort(host.port);
  expect(daysLeft).toBe(4);
  // Of a host that a webhook alone calls there is no mail.
  expect(await mailsAbout()).toHaveLength(2);
  host.renew(renewed);
  const after = await client.certificates.check({ params: { id } }, { reason: 'Renewed' });
  expect(after).toMatchObject({ daysLeft: 299, problem: null });
  await host.close();
  const { validTo } = after;
  expect(await client.certificates.check({ params: { id } })).toMatchObject({ validTo, problem: 'unreachable' });
  const { items } = await client.audit.list({ query: { target: id } });
  expect(items.slice(0, 2)).toMatchObject([
    { action: 'certificates.check', changes: [{ field: 'problem', after: 'unreachable' }] },
    { action: 'certificates.check', reason: 'Renewed', changes: [{ field: 'validTo', after: validTo }] },
  ]);
  expect(items[0]?.actorName).not.toBe('system');
  const unknown = { params: { id: '019ab600-0000-7000-8000-0000000000ff' } };
  await expect(client.certificates.check(unknown)).rejects.toMatchObject({ status: 404 });
});

test('the daily job checks hosts without a check of the last day, and a certificate that has ended since is expired', async () => {
  const certificate = testCertificate({ days: 50 });
  hosts.trust(certificate);
  const { port } = await hosts.host(certificate);
  await receiver('daily', port);
  await sweepCertificates(running);
  await expect.poll(async () => (await atPort(port)).checkedAt, { timeout: 10_000 }).not.toBeNull();
  const { id } = await atPort(port);
  const { pool } = running.database;
  await pool.query(`update certificates set valid_to = now() - interval '1 hour' where id = $1`, [id]);
  expect(await atPort(port)).toMatchObject({ problem: 'expired', daysLeft: -1 });
  await sweepCertificates(running);
  const { rows } = await pool.query(`select 1 from graphile_worker.jobs where key = 'certificates:daily'`);
  expect(rows).toEqual([]);
  await pool.query(`update certificates set checked_at = now() - interval '25 hours' where id = $1`, [id]);
  await sweepCertificates(running);
  await expect.poll(async () => (await atPort(port)).daysLeft, { timeout: 10_000 }).toBe(49);
});

test('private addresses are reached only where they are allowed, by name and by what a name leads to, and the time is bounded', async () => {
  const silent = await hosts.silent();
  const { signal } = new AbortController();
  const target = { host: '127.0.0.1', port: silent.port };
  const blocked = { problem: 'blocked', problemCode: null };
  expect(await readCertificate(target, { allowPrivate: false, signal })).toEqual(blocked);
  const rebound = { ...target, host: 'rebound.example' };
  const lookup: LookupFunction = (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
  expect(await readCertificate(rebound, { allowPrivate: false, signal, lookup })).toEqual(blocked);
  expect(silent.count).toBe(0);
  const late = { problem: 'timeout', problemCode: null };
  expect(await readCertificate(target, { allowPrivate: true, signal, timeoutMs: 50 })).toEqual(late);
  expect(silent.count).toBe(1);
});
