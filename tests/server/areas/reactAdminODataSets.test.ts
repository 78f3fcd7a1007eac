import type { DataProvider, RaRecord } from 'react-admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, type TestServer } from '../../support/startApp.ts';
import { dataProviderOf, pageOf } from './reactAdminFixture.ts';

let server: TestServer;
let data: DataProvider;
const listOf = (resource: string, page = 1, perPage = 10, filter: object = {}) =>
  pageOf(data, resource, page, perPage, filter);

beforeAll(async () => {
  server = await sharedServer();
  data = dataProviderOf(server);
});
afterAll(() => server.close());

describe('a set of OData', () => {
  test('messages: filters by column, by days and by text, and sorts both ways', async () => {
    const failed = await listOf('messages', 1, 50, { Status: '12', from: 'all' });
    expect(failed.total).toBeGreaterThan(0);
    expect(new Set(failed.data.map(({ Status }) => Status as number))).toEqual(new Set([12]));
    const [{ id, Sender, CreatedDate }] = failed.data as [RaRecord];
    expect((await listOf('messages', 1, 5, { MailMessageId: String(id) })).data.map((one) => one.id)).toEqual([id]);
    const bySender = await listOf('messages', 1, 1, { q: String(Sender) });
    expect(bySender.total).toBeGreaterThan(0);
    const later = await listOf('messages', 1, 1, { CreatedDate_gt: CreatedDate as string });
    const until = await listOf('messages', 1, 1, { until: CreatedDate as string });
    expect((later.total ?? 0) + (until.total ?? 0)).toBe((await listOf('messages', 1, 1)).total);
    const order = { field: 'id', order: 'DESC' as const };
    const { data: down } = await data.getList('messages', {
      pagination: { page: 1, perPage: 2 },
      sort: order,
      filter: {},
    });
    expect(Number(down[0]?.id)).toBeGreaterThan(Number(down[1]?.id));
  });

  test('of a message: attachments, events, and the conversions of its attachments', async () => {
    const { data: conversions } = await listOf('conversions', 1, 1);
    const attachmentId = Number(conversions[0]?.['MailAttachmentId']);
    const { data: attachment } = await data.getOne<RaRecord>('attachments', { id: attachmentId });
    const id = Number(attachment['MailMessageId']);
    const below = (resource: string, filter: object = {}) =>
      data.getManyReference<RaRecord>(resource, {
        target: 'MailMessageId',
        id,
        pagination: { page: 1, perPage: 50 },
        sort: { field: 'id', order: 'ASC' },
        filter,
      });
    const attachments = await below('attachments');
    expect(attachments.data.map((one) => one.id)).toContain(attachmentId);
    const events = await below('events');
    expect(events.total).toBeGreaterThan(0);
    expect(new Set(events.data.map((one) => Number(one['MailMessageId'])))).toEqual(new Set([id]));
    const [{ EventType }] = events.data as [RaRecord];
    expect((await below('events', { EventType: EventType as string })).total).toBeLessThanOrEqual(events.total ?? 0);
    const ids = attachments.data.map((one) => one.id);
    const made = await listOf('conversions', 1, 50, { MailAttachmentId: ids });
    expect(made.data.length).toBeGreaterThan(0);
    for (const one of made.data) expect(ids).toContain(Number(one['MailAttachmentId']));
  });

  test('is read only', async () => {
    await expect(data.create('messages', { data: {} })).rejects.toThrow('read only');
    await expect(data.delete('events', { id: 1 })).rejects.toThrow('read only');
  });

  test('reports what the server refuses, and a canceled request as such', async () => {
    await expect(listOf('messages', 1, 1, { Nonsense: 1 })).rejects.toMatchObject({ status: 400 });
    const stop = new AbortController();
    stop.abort();
    const params = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' as const }, filter: {} };
    await expect(data.getList('events', { ...params, signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('workflows', () => {
  test('are filtered by the names of their address and sorted by the columns of the server', async () => {
    const failed = await data.getList<RaRecord>('workflows', {
      pagination: { page: 1, perPage: 20 },
      sort: { field: 'duration', order: 'DESC' },
      filter: { status: 'Failed', fixed: { direction: 'Outbound' } },
    });
    expect(failed.total).toBeGreaterThan(0);
    for (const row of failed.data) expect(row).toMatchObject({ status: 'Failed', direction: 'Outbound' });
    const { data: one } = await data.getOne<RaRecord>('workflows', { id: failed.data[0]?.id ?? '' });
    expect(one).toMatchObject({ id: failed.data[0]?.id, status: 'Failed' });
  });
});
