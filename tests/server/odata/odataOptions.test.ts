import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { addAttachment, addMessages } from './messageRows.ts';

let running: TestApp;
let ids: number[] = [];
let attachment = 0;
beforeAll(async () => {
  running = await startApp();
  await asOwner(running.database, 'truncate mail_messages cascade');
  ids = await addMessages(
    running.database,
    Array.from({ length: 25 }, (_, index) => ({
      sender: `s${String(index).padStart(2, '0')}@direct.partner.example`,
      mailTo: index === 3 ? 'lone@clinic.direct.example' : 'records@clinic.direct.example',
      hispMessageId: `<m${index}@partner.example>`,
      status: index % 3,
      subject: 'CANARY Jane Roe',
    })),
  );
  for (const id of ids.slice(0, 2)) {
    attachment = await addAttachment(running.database, id, 'Roe, Jane 1970-01-01.xml', 'application/xml');
    await addAttachment(running.database, id, 'Roe.roe', 'application/pdf');
  }
});
afterAll(() => running.close());

type Entity = Readonly<Record<string, unknown>>;
interface Answer {
  readonly value: readonly Entity[];
  readonly '@odata.context': string;
  readonly '@odata.count'?: number;
  readonly 'odata.count'?: string;
}

const get = (path: string) =>
  running.app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${running.as('SysAdmin')}` } });
const url = (set: string, query: Record<string, string>) => `/odata/${set}?${new URLSearchParams(query).toString()}`;
const ask = async (set: string, query: Record<string, string> = {}) => {
  const response = await get(url(set, query));
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Answer>();
};
const refused = async (query: Record<string, string>, set = 'mailmessages') => {
  const response = await get(url(set, query));
  expect(response.statusCode, response.body).toBe(400);
  return response.json<{ error: { message: string } }>().error.message;
};
const numbers = ({ value }: Answer) => value.map(({ MailMessageId }) => ids.indexOf(Number(MailMessageId)));

test('20 messages come where nothing is said, without a count', async () => {
  const response = await ask('mailmessages');
  expect(response.value).toHaveLength(20);
  expect(response['@odata.count']).toBeUndefined();
  expect(response['@odata.context']).toMatch(/\/odata\/\$metadata#mailmessages$/);
});

test('the count stands in both spellings, for both ways to ask for it', async () => {
  for (const query of [{ $count: 'true' }, { $inlinecount: 'allpages' }] as Record<string, string>[]) {
    const response = await ask('mailmessages', { ...query, $top: '0' });
    expect([response['@odata.count'], response['odata.count'], response.value]).toEqual([25, '25', []]);
  }
  expect((await ask('mailmessages', { $count: 'false' }))['@odata.count']).toBeUndefined();
  expect((await ask('mailmessages', { $inlinecount: 'none' }))['@odata.count']).toBeUndefined();
});

test('every page is right from both ends, with ties in the order', async () => {
  const expected = ids.map((_, index) => index).sort((a, b) => (a % 3) - (b % 3) || a - b);
  for (let skip = 0; skip <= 25; skip += 4) {
    const query = { $orderby: 'Status', $skip: String(skip), $top: '4' };
    const slice = expected.slice(skip, skip + 4);
    expect(numbers(await ask('mailmessages', query))).toEqual(slice);
    expect(numbers(await ask('mailmessages', { ...query, $count: 'true' }))).toEqual(slice);
    expect(numbers(await ask('mailmessages', { ...query, $count: 'true', $filter: 'IsDraft eq false' }))).toEqual(
      slice,
    );
  }
  expect(numbers(await ask('mailmessages', { $orderby: 'Status desc,MailMessageId asc', $top: '2' }))).toEqual([2, 5]);
  expect(numbers(await ask('mailmessages', { $orderby: 'OrganizationName,Sender desc', $top: '2' }))).toEqual([24, 23]);
});

test('only selected properties come, and always the key', async () => {
  const { value } = await ask('mailmessages', { $select: 'sender, Status', $top: '1', $orderby: 'MailMessageId' });
  expect(value).toEqual([{ MailMessageId: ids[0], Sender: 's00@direct.partner.example', Status: 0 }]);
  const all = await ask('mailmessages', { $select: '*', $top: '1' });
  expect(Object.keys(all.value[0] ?? {})).toHaveLength(17);
});

test('neighbours come along, with options of their own and as V3 writes them', async () => {
  const query = { $filter: `MailMessageId eq ${ids[0]}`, $select: 'MailMessageId' };
  const [v4] = (
    await ask('mailmessages', {
      ...query,
      $expand:
        "MailAttachments($select=MimeType;$filter=contains(MimeType,'xml');$expand=Conversions($select=Kind)),EventMessages($top=1)",
    })
  ).value;
  expect(v4).toMatchObject({
    MailAttachments: [{ MimeType: 'application/xml', Conversions: [{ Kind: 'PDF' }] }],
    EventMessages: [{ EventType: 'Received' }],
  });
  const [v3] = (await ask('mailmessages', { ...query, $expand: 'MailAttachments,MailAttachments/Conversions' })).value;
  expect(v3).toMatchObject({ MailAttachments: [{ Conversions: [{}] }, { Conversions: [{}] }] });
  const [none] = (await ask('mailmessages', { $filter: `MailMessageId eq ${ids[9]}`, $expand: 'MailAttachments' }))
    .value;
  expect(none).toMatchObject({ MailAttachments: [] });
});

test('search words are looked for in addresses, and a Message-ID as a whole', async () => {
  expect(numbers(await ask('mailmessages', { $search: 'S07@' }))).toEqual([7]);
  expect(numbers(await ask('mailmessages', { $search: '"lone"' }))).toEqual([3]);
  expect(numbers(await ask('mailmessages', { $search: '<m4@partner.example>' }))).toEqual([4]);
  expect(numbers(await ask('mailmessages', { $search: ' m4@partner.example ' }))).toEqual([4]);
  expect(numbers(await ask('mailmessages', { $search: '%' }))).toEqual([]);
});

test('one entity by its key, in the forms of V3 and V4, and what belongs to it', async () => {
  const [id = 0] = ids;
  for (const key of [`${id}`, `${id}L`, `'${id}'`]) {
    const response = await get(`/odata/mailmessages(${key})`);
    expect([response.statusCode, response.json<Entity>()['MailMessageId']]).toEqual([200, id]);
  }
  const attachments = await ask(`mailmessages(${id})/MailAttachments`, { $count: 'true' });
  expect([attachments['@odata.count'], attachments['@odata.context']]).toEqual([
    2,
    expect.stringMatching(/#mailattachments$/),
  ]);
  expect((await ask(`mailmessages(${id})/EventMessages`)).value).toHaveLength(2);
  expect((await ask('conversionperformance', { $filter: `MailAttachmentId eq ${attachment}` })).value).toHaveLength(1);
  for (const unknown of [
    'mailmessages(1)',
    'mailmessages(1)/MailAttachments',
    'mailattachments(1)',
    'eventmessages(999999999)',
  ])
    expect((await get(`/odata/${unknown}`)).statusCode, unknown).toBe(404);
  for (const broken of ['mailmessages(abc)', 'mailmessages(99999999999999999999)', 'mailmessages(-5)'])
    expect((await get(`/odata/${broken}`)).statusCode, broken).toBe(400);
  expect((await get('/odata/mailmessages(abc)')).json<Entity>()['modelState']).toEqual({ id: ['must be a number'] });
});

const counted = async (path: string, query: Record<string, string> = {}) => {
  const response = await get(url(`${path}/$count`, query));
  expect([response.statusCode, response.headers['content-type']], response.body).toEqual([
    200,
    'text/plain; charset=utf-8',
  ]);
  return response.body;
};

test('a bare count is a number as plain text, of every set, as a filter and search words narrow it', async () => {
  const [id = 0] = ids;
  expect(await counted('mailmessages')).toBe('25');
  expect(await counted('mailmessages', { $filter: 'Status eq 1' })).toBe('8');
  expect(await counted('mailmessages', { $filter: "contains(Sender,'s1') and IsDraft eq false" })).toBe('10');
  expect(await counted('mailmessages', { $search: 'lone' })).toBe('1');
  expect(await counted('mailmessages', { $filter: 'MailMessageId eq 1' })).toBe('0');
  expect(await counted('mailattachments')).toBe('4');
  expect(await counted('mailattachments', { $filter: "MimeType eq 'application/pdf'" })).toBe('2');
  expect(await counted('eventmessages', { $filter: `MailMessageId eq ${id}L` })).toBe('2');
  expect(await counted('conversionperformance', { $filter: `MailAttachmentId eq ${attachment}` })).toBe('1');
  expect(await counted(`mailmessages(${id})/MailAttachments`)).toBe('2');
  expect(await counted(`mailmessages(${id}L)/EventMessages`, { $filter: "EventType eq 'Nothing'" })).toBe('0');
  // Which page was meant, in what order and with what beside it does not change how many there are.
  expect(await counted('mailmessages', { $top: '3', $skip: '20', $orderby: 'Sender', $inlinecount: 'allpages' })).toBe(
    '25',
  );
  expect((await get('/odata/mailmessages/%24count')).body).toBe('25');
  expect(await running.client('SysAdmin').inspector.mailMessagesCount({ query: { $filter: 'Status eq 1' } })).toBe(8);
});

test('a count of what is not there, or by what nobody knows, is refused as its set would be', async () => {
  expect((await get('/odata/mailmessages(1)/MailAttachments/$count')).statusCode).toBe(404);
  expect(await refused({ $filter: 'Subject eq 1' }, 'mailmessages/$count')).toContain('$filter, position 1');
  expect(await refused({ $filter: 'Sender eq 1' }, `mailmessages(${ids[0]})/MailAttachments/$count`)).toContain(
    'no property Sender',
  );
  for (const role of ['SysAdminReporting', 'Administrator', 'User'] as const) {
    const headers = { authorization: `Bearer ${running.as(role)}` };
    for (const set of ['mailmessages', 'mailattachments', 'eventmessages', 'conversionperformance'])
      expect((await running.app.inject({ url: `/odata/${set}/$count`, headers })).statusCode, `${role} ${set}`).toBe(
        403,
      );
  }
});

test('nothing of the content and no given file name is in any answer', async () => {
  const responses = await Promise.all([
    get('/odata/mailmessages?$expand=MailAttachments($expand=Conversions),EventMessages&$top=25'),
    get('/odata/mailattachments'),
    get('/odata/conversionperformance'),
    get('/odata/eventmessages'),
  ]);
  for (const { statusCode, body } of responses) {
    expect(statusCode, body).toBe(200);
    expect(body).not.toMatch(/Roe|CANARY|roe/);
  }
  const { value } = await ask('mailattachments', {
    $filter: `MailMessageId eq ${ids[0]}`,
    $orderby: 'MailAttachmentId',
  });
  expect(value.map(({ Name }) => Name)).toEqual(['document-1.xml', 'document-2.pdf']);
  expect((await ask('mailattachments', { $filter: "contains(Name,'roe')" })).value).toEqual([]);
});

test('options that make no sense are refused by name', async () => {
  expect(await refused({ $top: '1001' })).toContain('$top');
  expect(await refused({ $top: '-1' })).toContain('$top');
  expect(await refused({ $top: '201', $expand: 'MailAttachments' })).toContain('at most 200');
  expect(await refused({ $skip: 'x' })).toContain('$skip');
  expect(await refused({ $orderby: 'Subject' })).toContain('$orderby, position 1: MailMessage has no property Subject');
  expect(await refused({ $orderby: 'Sender; drop table x' })).toContain('$orderby');
  expect(await refused({ $select: 'Sender,Body' })).toContain('$select, position 8');
  expect(await refused({ $expand: 'Organization' })).toContain('no navigation');
  expect(await refused({ $expand: 'MailAttachments($skip=1)' })).toContain('inside brackets');
  expect(await refused({ $expand: 'MailAttachments($filter=Patient eq 1)' })).toContain('$expand($filter), position 1');
  expect(await refused({ $expand: 'MailAttachments('.repeat(20) })).toContain('not closed');
  expect(await refused({ $count: 'yes' })).toContain('$count');
  expect(await refused({ $inlinecount: 'all' })).toContain('$inlinecount');
  expect(await refused({ $format: 'xml' })).toContain('$format');
  expect((await get(url('mailmessages', { $apply: 'aggregate(1)' }))).statusCode).toBe(400);
});
