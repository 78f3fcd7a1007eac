import library from 'ra-data-odata-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '../../support/database/databases.ts';
import { startServer, type TestServer } from '../../support/startApp.ts';
import { addAttachment, addMessages } from './messageRows.ts';

/** Its types say CommonJS, its files are ES modules: what the types call `default` is what the bundler imports. */
const odata = library as unknown as typeof library.default;

let running: TestServer;
let ids: number[] = [];
let attachment = 0;
beforeAll(async () => {
  running = await startServer();
  await asOwner(running.database, 'truncate mail_messages cascade');
  ids = await addMessages(
    running.database,
    Array.from({ length: 12 }, (_, index) => ({
      sender: index === 5 ? 'ann@direct.partner.example' : 'ben@direct.partner.example',
      status: index,
      createdDate: `2026-08-${String(index + 10)}T06:00:00Z`,
    })),
  );
  attachment = await addAttachment(running.database, ids[0] ?? 0, 'letter.pdf', 'application/pdf');
});
afterAll(() => running.close());

/** The published data provider as its makers mean it to be used: over fetch, with a token. */
const provider = () =>
  odata(`${running.url}/odata`, () =>
    Promise.resolve({ commonHeaders: { authorization: `Bearer ${running.as('SysAdmin')}` } }),
  );

test('the published data provider finds every set in the metadata', async () => {
  expect((await provider()).getResources()).toEqual([
    'mailmessages',
    'mailattachments',
    'eventmessages',
    'conversionperformance',
  ]);
});

test('the published data provider reads every set: pages, counts, order, one and many', async () => {
  const client = await provider();
  const page = await client.getList('mailmessages', {
    pagination: { page: 2, perPage: 5 },
    sort: { field: 'mailMessageId', order: 'DESC' },
    filter: {},
    meta: { select: ['sender'], expand: ['MailAttachments'] },
  });
  expect([page.total, page.data.map(({ id }) => id)]).toEqual([12, ids.slice(2, 7).toReversed()]);
  const one = await client.getOne('mailmessages', { id: ids[5] ?? 0 });
  expect(one.data).toMatchObject({ id: ids[5], Sender: 'ann@direct.partner.example' });
  const many = await client.getMany('mailmessages', { ids: ids.slice(0, 2) });
  expect(many.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  for (const set of ['mailattachments', 'eventmessages', 'conversionperformance']) {
    const list = await client.getList(set, {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'id', order: 'ASC' },
      filter: {},
    });
    expect([set, list.total]).toEqual([set, 1]);
    const [first] = list.data;
    expect((await client.getOne(set, { id: first?.id ?? 0 })).data.id).toBe(first?.id);
  }
  const reference = { pagination: { page: 1, perPage: 5 }, sort: { field: 'mailAttachmentId', order: 'ASC' as const } };
  const own = await client.getManyReference('mailattachments', {
    ...reference,
    target: 'MailMessageId',
    id: ids[0] ?? 0,
    filter: {},
  });
  expect([own.total, own.data[0]?.id]).toEqual([1, attachment]);
  const expanded = await client.getManyReference('mailattachments', {
    ...reference,
    target: 'MailAttachments',
    id: ids[0] ?? 0,
    filter: { parent: 'mailmessages' },
  });
  expect(expanded.total).toBe(1);
});

test.each([
  [{ sender: 'ann' }, 1],
  [{ sender_q: 'ann' }, 1],
  [{ status_q_int: '1' }, 3],
  [{ status_eq: 3 }, 1],
  [{ status_neq: 3 }, 11],
  [{ status_gt: 9, status_lte: 10 }, 1],
  [{ status_eq_any: [1, 2] }, 2],
  [{ status_neq_any: [1, 2] }, 10],
  [{ status_inc_any: [1, 2] }, 2],
  [{ isDraft_boolean: false }, 12],
  [{ createdDate_gte: '2026-08-15T00:00:00Z' }, 7],
  [{ q: 'ann@' }, 1],
] as [Record<string, unknown>, number][])('the published data provider filters by %j', async (filter, expected) => {
  const pagination = { page: 1, perPage: 5 };
  const response = await (await provider()).getList('mailmessages', {
    pagination,
    sort: { field: 'mailMessageId', order: 'ASC' },
    filter,
  });
  expect(response.total).toBe(expected);
});

test('an error reaches a client of OData in the form it knows', async () => {
  const client = await provider();
  const broken = client.getList('mailmessages', {
    pagination: { page: 1, perPage: 5 },
    sort: { field: 'subject', order: 'ASC' },
    filter: {},
  });
  await expect(broken).rejects.toThrow('$orderby');
});

test('a client of V3 reads the screens’ questions', async () => {
  const ask = async (path: string) => {
    const response = await fetch(`${running.url}/odata/${path}`, {
      headers: {
        authorization: `Bearer ${running.as('SysAdmin')}`,
        accept: 'application/json;odata=minimalmetadata',
        maxdataserviceversion: '3.0',
      },
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { 'odata.count': string; value: Record<string, unknown>[] };
  };
  const list = await ask(
    `mailmessages?$filter=IsDraft%20eq%20false%20and%20CreatedDate%20ge%20datetime'2026-08-15T00:00:00'&$orderby=MailMessageId%20desc&$inlinecount=allpages&$top=3&$format=json`,
  );
  expect([list['odata.count'], list.value.map(({ MailMessageId }) => MailMessageId)]).toEqual([
    '7',
    ids.slice(9).toReversed(),
  ]);
  const attachments = await ask(`mailmessages(${ids[0]}L)/MailAttachments?$inlinecount=allpages`);
  expect(attachments['odata.count']).toBe('1');
  const events = await ask(`eventmessages?$filter=MailMessageId%20eq%20${ids[0]}L&$inlinecount=allpages`);
  expect(events.value).toMatchObject([{ Origin: 'Test', EventType: 'Received' }]);
  const conversions = await ask(`conversionperformance?$filter=MailAttachmentId+eq+${attachment}`);
  expect(conversions.value).toMatchObject([
    { DocumentName: 'document-1.pdf', DocumentExtension: 'pdf', ProcessTime: 12 },
  ]);
});
