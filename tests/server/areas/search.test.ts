import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import type { SearchKind } from '../../../shared/rules/globalSearch.ts';
import { newId } from '../../../server/database/newId.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
/** Part of every name of this file, so that no other record matches. */
const mark = `q${crypto.randomUUID().slice(0, 8)}`;
const oid = `2.16.840.1.113883.3.${Math.floor(Math.random() * 1e9)}`;

const organization = async (name: string, more: object = {}) =>
  client.organizations.create({ body: { name, subdomain: `${mark}-${crypto.randomUUID().slice(0, 8)}`, ...more } });
const find = async (text: string, more: { kinds?: SearchKind[]; limit?: number } = {}) =>
  client.search.find({ body: { text, ...more } });
const labels = async (text: string, more: { kinds?: SearchKind[]; limit?: number } = {}) =>
  (await find(text, more)).items.map(({ label, match }) => `${label}: ${match}`);

let clinic: Awaited<ReturnType<typeof organization>>;
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
  clinic = await organization(`Harbor ${mark} Clinic`, { subdomain: `home-${mark}` });
});

describe('organizations', () => {
  const ofClinic = () => ({
    kind: 'Organization',
    id: clinic.id,
    label: `Harbor ${mark} Clinic`,
    detail: `home-${mark} · ${clinic.orgId}`,
    path: `/admin/organizations/${clinic.id}`,
  });

  test('are found by name, subdomain, number and id, in any letter case, with how they match', async () => {
    for (const text of [` harbor ${mark.toUpperCase()} clinic `, `home-${mark}`, String(clinic.orgId), clinic.id]) {
      const { items } = await find(text);
      expect(items[0], text).toEqual({ ...ofClinic(), match: 'Exact' });
    }
    for (const text of [`Harbor ${mark}`, `home-${mark.slice(0, -1)}`]) {
      expect((await find(text)).items, text).toEqual([{ ...ofClinic(), match: 'Prefix' }]);
    }
    expect((await find(`bor ${mark} cl`)).items).toEqual([{ ...ofClinic(), match: 'Part' }]);
  });

  test('are found by the first digits of their number, the number itself first', async () => {
    const { pool } = server.database;
    const first = 700 + Math.floor(Math.random() * 200);
    const numbers = [first, first * 10 + 3, first * 1000, first * 1_000_000_000_000 + 1];
    const made = await Promise.all(numbers.map((number) => organization(`N${number} ${mark}`)));
    for (const [index, { id }] of made.entries())
      await pool.query('update organizations set org_id = $2 where id = $1', [id, numbers[index]]);
    const kinds: SearchKind[] = ['Organization'];
    const [exact, ...longer] = numbers.map((number) => `N${number} ${mark}`);
    const all = [`${exact}: Exact`, ...longer.map((label) => `${label}: Prefix`)];
    for (const text of [String(first), `#${first}`]) expect(await labels(text, { kinds }), text).toEqual(all);
    expect(await labels(`0${first}`, { kinds })).toEqual([`${exact}: Exact`]);
    expect(await find(String(first), { kinds, limit: 2 })).toMatchObject({ more: ['Organization'] });
  });

  test('come by rank: the exact name, then beginnings, then words, then parts inside of words', async () => {
    const word = `r${crypto.randomUUID().slice(0, 8)}`;
    for (const name of [`A sub${word}`, `B ${word} Clinic`, `${word} Group`, word]) await organization(name);
    const all = [`${word}: Exact`, `${word} Group: Prefix`];
    // Parts do not follow an exact match: a whole name is a search for this record.
    expect(await labels(word)).toEqual(all);
    expect(await labels(word.slice(0, -1))).toEqual([
      `${word}: Prefix`,
      `${word} Group: Prefix`,
      `B ${word} Clinic: Part`,
      `A sub${word}: Part`,
    ]);
    expect(await find(word.slice(0, -1), { limit: 3 })).toMatchObject({
      items: [{ label: word }, { label: `${word} Group` }, { label: `B ${word} Clinic` }],
      more: ['Organization'],
    });
    expect((await find(word.slice(0, -1), { limit: 4 })).more).toEqual([]);
  });

  test('are no pattern: % and _ and \\ are characters', async () => {
    await organization(`${mark} ab%_cde\\it`);
    expect(await labels(`b%_cde\\i`)).toEqual([`${mark} ab%_cde\\it: Part`]);
    expect(await labels(`${mark} a_`)).toEqual([]);
  });
});

describe('users', () => {
  test('are found by user name and by name, in both orders; deleted ones are not', async () => {
    const userDetails = { firstName: 'Ada', lastName: `Lake${mark}`, userName: `ada.${mark}@example.org` };
    const user = await client.users.create({
      body: { userDetails, organizationId: clinic.id, emailCreatePassword: true },
    });
    const expected = {
      kind: 'User',
      id: user.id,
      label: `Ada Lake${mark}`,
      detail: `ada.${mark}@example.org · ${clinic.name}`,
      path: `/admin/users/${user.id}`,
    };
    const matches = { [`ADA.${mark}@example.org`]: 'Exact', [user.id]: 'Exact' };
    for (const [text, match] of Object.entries(matches)) {
      expect((await find(text)).items, text).toEqual([{ ...expected, match }]);
    }
    for (const text of [`ada.${mark}`, `lake${mark}`, `lake${mark}, ada`, `lake${mark} a`, `ada lake${mark}`]) {
      expect((await find(text)).items, text).toEqual([{ ...expected, match: 'Prefix' }]);
    }
    expect((await find(`${mark}@example`)).items).toEqual([{ ...expected, match: 'Part' }]);
    await client.users.delete({ params: { id: user.id } });
    for (const text of [`lake${mark}`, `ada.${mark}`, `${mark}@example`, user.id])
      expect((await find(text, { kinds: ['User'] })).items, text).toEqual([]);
  });
});

describe('networks, OIDs, addresses and messages', () => {
  test('a network is found by a part of its name and by its id', async () => {
    const { id } = await client.networks.create({ body: { name: `Net of ${mark}` } });
    const expected = { kind: 'Network', id, label: `Net of ${mark}`, detail: null, path: `/admin/networks/${id}` };
    expect((await find(`net of ${mark}`)).items).toEqual([{ ...expected, match: 'Exact' }]);
    expect((await find(`of ${mark}`)).items).toEqual([{ ...expected, match: 'Part' }]);
    expect((await find(id)).items).toEqual([{ ...expected, match: 'Exact' }]);
  });

  test('an OID leads to the tab of what it belongs to, with and without urn:oid:', async () => {
    const params = { id: clinic.id };
    await client.carequality.addOid({ params, body: { value: `${oid}.1` } });
    await client.carequality.addOid({ params, body: { value: `urn:oid:${oid}.2` } });
    await client.organizations.update({
      params,
      body: {
        carequality: { organizationOid: `${oid}.3` },
        qhin: { isParticipating: true, qhinName: 'QHIN', entityType: 'Participant', participantOid: `${oid}.4` },
      },
    });
    const pathOf = (tab: string) => `/admin/organizations/${clinic.id}/${tab}`;
    const found = async (text: string) =>
      (await find(text)).items.map(({ label, path, match }) => [label, path, match]);
    for (const text of [`${oid}.1`, `URN:OID:${oid}.1`])
      expect(await found(text)).toEqual([[`${oid}.1`, pathOf('cq'), 'Exact']]);
    expect(await found(`${oid}.2`)).toEqual([[`urn:oid:${oid}.2`, pathOf('cq'), 'Exact']]);
    expect(await found(`${oid}.3`)).toEqual([[`${oid}.3`, pathOf('carequality'), 'Exact']]);
    expect(await found(`${oid}.4`)).toEqual([[`${oid}.4`, pathOf('qhin'), 'Exact']]);
    expect((await labels(oid, { kinds: ['Oid'] })).toSorted()).toEqual([
      `${oid}.1: Prefix`,
      `${oid}.3: Prefix`,
      `${oid}.4: Prefix`,
      `urn:oid:${oid}.2: Prefix`,
    ]);
  });

  test('an OID of an organization of an emergency leads to the emergency, that of a QHIN parent to the organization', async () => {
    const own = `2.16.840.1.113883.4.${Math.floor(Math.random() * 1e9)}`;
    const members = [1, 2].map((number) => ({ name: `Agency ${number}`, oid: `${own}.${number}` }));
    const emergency = await client.emergencies.create({
      body: { name: `Flood ${mark}`, organizations: members },
    });
    await client.organizations.update({
      params: { id: clinic.id },
      body: {
        qhin: {
          isParticipating: true,
          qhinName: 'QHIN',
          entityType: 'Sub-Participant',
          participantOid: `${own}.30`,
          parentOid: `${own}.31`,
        },
      },
    });
    const ofEmergency = {
      kind: 'Oid',
      id: emergency.id,
      detail: `Flood ${mark}`,
      path: `/admin/emergencies/${emergency.id}`,
    };
    const second = { ...ofEmergency, label: `${own}.2`, match: 'Exact' };
    for (const text of [`${own}.2`, `urn:oid:${own}.2`]) expect((await find(text)).items, text).toEqual([second]);
    expect((await find(`${own}.`)).items).toContainEqual({ ...ofEmergency, label: `${own}.1`, match: 'Prefix' });
    const path = `/admin/organizations/${clinic.id}/qhin`;
    expect((await find(`${own}.31`)).items).toMatchObject([{ label: `${own}.31`, path, match: 'Exact' }]);
  });

  test('a directory entry and the addresses of an organization lead to their tabs', async () => {
    const { pool } = server.database;
    await pool.query(
      `insert into directory_entries (id, organization_id, oid, responder_type, display_name, address, city, state, zip_code)
       values ($1, $2, $3, 'DirectResponder', 'Entry', '1 Main', 'Phoenix', 'AZ', '85001')`,
      [newId(), clinic.id, `${oid}.9`],
    );
    const digits = `555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
    const direct = `front-${mark}@home-${mark}.direct.carepost.example`;
    for (const [type, address] of [
      ['DirectMessaging', direct],
      ['Fax', digits],
    ]) {
      await pool.query(
        `insert into document_sources (id, organization_id, type, address, display_name) values ($1, $2, $3, $4, 'Desk')`,
        [newId(), clinic.id, type, address],
      );
    }
    const found = async (text: string) =>
      (await find(text)).items.map(({ kind, label, detail, path, match }) => [kind, label, detail, path, match]);
    const base = `/admin/organizations/${clinic.id}`;
    expect(await found(`${oid}.9`)).toEqual([['Oid', `${oid}.9`, clinic.name, `${base}/cq`, 'Exact']]);
    expect(await found(direct.toUpperCase())).toEqual([['Address', direct, clinic.name, `${base}/direct`, 'Exact']]);
    expect(await found(`front-${mark}@`)).toEqual([['Address', direct, clinic.name, `${base}/direct`, 'Prefix']]);
    const fax = `+1 (${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
    expect(await found(fax)).toEqual([['Address', digits, clinic.name, `${base}/efax`, 'Exact']]);
  });

  test('a message is found by its number alone, and nothing of its content', async () => {
    const { rows } = await server.database.pool.query<{ id: string; subject: string }>(
      `select mail_message_id::text as id, subject from message_contents where length(subject) > 8 order by 1 limit 1`,
    );
    const [{ id, subject } = { id: '', subject: '' }] = rows;
    for (const text of [id, `#${id}`]) {
      const { items } = await find(text);
      expect(items.find(({ kind }) => kind === 'Message')).toMatchObject({
        id,
        label: id,
        path: `/admin/messages/${id}`,
      });
    }
    expect((await find(subject, { kinds: ['Message'] })).items).toEqual([]);
  });
});

describe('the call', () => {
  test('returns only the kinds of the request, and the group with the best match first', async () => {
    await client.networks.create({ body: { name: `home-${mark} and more` } });
    const kinds = async (...more: SearchKind[]) =>
      (await find(`home-${mark}`, more.length > 0 ? { kinds: more } : {})).items.map(({ kind }) => kind);
    expect(await kinds()).toEqual(['Organization', 'Network']);
    expect(await kinds('Network')).toEqual(['Network']);
    await client.networks.create({ body: { name: `harbor ${mark}` } });
    expect((await find(`harbor ${mark}`)).items.map(({ kind }) => kind)).toEqual(['Network', 'Organization']);
  });

  test.each([
    [{ text: ' a ' }, 'text'],
    [{ text: 'x'.repeat(201) }, 'text'],
    [{ text: 'a\0b' }, 'text'],
    [{ text: 'clinic', limit: 51 }, 'limit'],
    [{ text: 'clinic', kinds: [] }, 'kinds'],
    [{ text: 'clinic', kinds: ['Patient' as SearchKind] }, 'kinds.0'],
  ])('%j is refused with the field %s', async (body, field) => {
    const call = client.search.find({ body });
    const { status, modelState } = await refusal(call);
    expect([status, Object.keys(modelState ?? {})]).toEqual([400, [field]]);
  });

  test('leaves an event without the text', async () => {
    await find(`secret ${mark}`);
    const { rows } = await server.database.pool.query<{ entry: string }>(
      `select to_jsonb(a)::text as entry from audit_entries a where action = 'search.find' order by id desc limit 1`,
    );
    expect(rows[0]?.entry).toContain('"is_read": true');
    expect(rows[0]?.entry).not.toContain('secret');
  });
});
