import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { normalizeIssuer } from '../../../server/identity/links/identityLinks.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

const issuer = 'https://login.example.org';
const userName = 'user@carepost.example';
const link = (changes: Partial<Record<'issuer' | 'subject' | 'userName', string>> = {}) =>
  client.identitylinks.create({ body: { issuer, subject: randomUUID(), userName, ...changes } });

describe('a link', () => {
  test('is made, read, removed and made again, each with its audit row and reason', async () => {
    const subject = randomUUID();
    const made = await client.identitylinks.create(
      { body: { issuer: `${issuer}/`, subject, userName: userName.toUpperCase() } },
      { reason: 'Ticket 1' },
    );
    expect(made).toMatchObject({
      issuer,
      subject,
      userName,
      status: 'Active',
      origin: 'Administrator',
      removedAt: null,
    });
    expect(await client.identitylinks.get({ params: { id: made.id } })).toEqual(made);
    expect(await lastAudit(server, made.id)).toMatchObject({
      action: 'identitylinks.create',
      changes: { userId: { before: null, after: made.userId }, subject: { after: subject }, issuer: { after: issuer } },
    });
    await client.identitylinks.delete({ params: { id: made.id } }, { reason: 'Ticket 2' });
    const removed = await client.identitylinks.get({ params: { id: made.id } });
    expect(removed).toMatchObject({ status: 'Removed', removedBy: made.createdBy });
    const { rows } = await server.database.pool.query(
      'select action, reason, changes from audit_entries where target_id = $1 and not is_read order by id',
      [made.id],
    );
    expect(rows).toMatchObject([
      { action: 'identitylinks.create', reason: 'Ticket 1' },
      {
        action: 'identitylinks.delete',
        reason: 'Ticket 2',
        changes: { status: { before: 'Active', after: 'Removed' } },
      },
    ]);
    const again = await link({ subject, userName: 'admin@carepost.example' });
    expect(again).toMatchObject({ id: made.id, userName: 'admin@carepost.example', status: 'Active', removedAt: null });
    expect(await lastAudit(server, made.id)).toMatchObject({
      changes: {
        userId: { before: made.userId, after: again.userId },
        status: { before: 'Removed', after: 'Active' },
      },
    });
  });

  test.each([
    ['an unknown user', { userName: 'nobody@example.org' }, 400, 'E-USER-UNKNOWN', 'userName'],
    ['an issuer that is no address', { issuer: 'login' }, 400, 'E-REQUEST-INVALID', 'issuer'],
    ['a user name in the issuer', { issuer: 'https://a:b@login.example.org' }, 400, 'E-REQUEST-INVALID', 'issuer'],
    ['a query in the issuer', { issuer: 'https://login.example.org/?tenant=1' }, 400, 'E-REQUEST-INVALID', 'issuer'],
    ['a fragment in the issuer', { issuer: 'https://login.example.org/#x' }, 400, 'E-REQUEST-INVALID', 'issuer'],
    ['an unencrypted issuer', { issuer: 'http://login.example.org' }, 400, 'E-REQUEST-INVALID', 'issuer'],
    ['the issuer of this installation', { issuer: 'OWN/' }, 400, 'E-REQUEST-INVALID', 'issuer'],
    ['an empty subject', { subject: ' ' }, 400, 'E-REQUEST-INVALID', 'subject'],
  ])('is refused with %s', async (_name, changes, status, code, field) => {
    const own = {
      ...changes,
      ...('issuer' in changes && changes.issuer === 'OWN/' ? { issuer: `${server.config.issuer}/` } : {}),
    };
    expect(await refusal(link(own))).toMatchObject({
      status,
      code,
      body: { errors: { [field]: expect.any(String) } },
    });
  });

  test('is the same however its issuer is spelled, and may be of this machine without encryption', async () => {
    const subject = randomUUID();
    expect(await link({ subject, issuer: 'https://LOGIN.example.org:443//' })).toMatchObject({ issuer });
    expect(await refusal(link({ subject }))).toMatchObject({ code: 'E-LINK-EXISTS' });
    const paths = [
      'https://login.example.org/a',
      'https://login.example.org/A',
      'http://127.0.0.1:8080/a',
      'http://[::1]:8080',
    ];
    for (const other of paths) expect(await link({ subject, issuer: other })).toMatchObject({ issuer: other });
  });

  test('of a subject that has one is refused, also at the same time', async () => {
    const subject = randomUUID();
    const results = await Promise.allSettled([link({ subject }), link({ subject }), link({ subject })]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(link({ subject }))).toMatchObject({ status: 409, code: 'E-LINK-EXISTS' });
    expect((await link({ subject, issuer: 'https://other.example' })).subject).toBe(subject);
  });

  test('that is unknown or removed already is not removed', async () => {
    const { id } = await link();
    await client.identitylinks.delete({ params: { id } });
    expect(await refusal(client.identitylinks.delete({ params: { id } }))).toMatchObject({ code: 'E-LINK-REMOVED' });
    const unknown = { params: { id: randomUUID() } };
    expect(await refusal(client.identitylinks.delete(unknown))).toMatchObject({ status: 404 });
    expect(await refusal(client.identitylinks.get(unknown))).toMatchObject({ status: 404 });
  });
});

test.each(['https://login.example.org/a?tenant=1', 'https://ann@login.example.org/a', 'https://login.example.org/a#b'])(
  'the issuer %s, which no link may have, is not taken for another one',
  (address) => {
    expect(normalizeIssuer(address)).toBe(address);
    expect(normalizeIssuer('HTTPS://Login.example.org:443/a/')).toBe('https://login.example.org/a');
  },
);

test('the list comes newest first and is searched and filtered', async () => {
  const marker = randomUUID();
  const first = await link({ subject: `${marker}-a_1` });
  const second = await link({ subject: `${marker}-b`, userName: 'admin@carepost.example' });
  await client.identitylinks.delete({ params: { id: second.id } });
  const ids = async (query: Parameters<Client['identitylinks']['list']>[0]) =>
    (await client.identitylinks.list(query)).items.map(({ id }) => id);
  expect(await ids({ query: { search: marker } })).toEqual([second.id, first.id]);
  expect(await ids({ query: { search: marker, sortDir: 'asc', pageSize: 1, pageNumber: 2 } })).toEqual([second.id]);
  expect(await ids({ query: { search: marker, status: 'Active' } })).toEqual([first.id]);
  expect(await ids({ query: { search: marker, userId: second.userId } })).toEqual([second.id]);
  expect(await ids({ query: { search: `${marker}-a%1` } })).toEqual([]);
  expect((await client.identitylinks.list({ query: { search: marker } })).totalCount).toBe(2);
});
