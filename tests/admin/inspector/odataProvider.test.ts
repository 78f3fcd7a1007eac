import { type AxiosAdapter, create as createHttp } from 'axios';
import { describe, expect, it } from 'vitest';
import { createODataProvider } from '../../../admin/providers/odataProvider.ts';
import { createClient } from '../../../shared/client/createClient.ts';
import { wire } from '../../../shared/contract/wire.ts';

const base = 'http://odata.test';
const metadata = `<?xml version="1.0"?><edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0"><edmx:DataServices>
<Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="carepost">
<EntityType Name="MailMessage"><Key><PropertyRef Name="MailMessageId"/></Key><Property Name="MailMessageId" Type="Edm.Int64"/><Property Name="Sender" Type="Edm.String"/></EntityType>
<EntityContainer Name="Container"><EntitySet Name="mailmessages" EntityType="carepost.MailMessage"/></EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>`;

/** A server that gives its metadata and the same answer to everything else, and remembers what it was asked. */
const answering = (body: object, status = 200) => {
  const requested: URL[] = [];
  const adapter: AxiosAdapter = async (config) => {
    if (config.signal?.aborted) throw Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
    const url = new URL(config.url ?? '', base);
    const isMetadata = url.pathname.endsWith('$metadata');
    if (!isMetadata) requested.push(url);
    const response = { statusText: '', headers: {}, config };
    return isMetadata ? { data: metadata, status: 200, ...response } : { data: body, status, ...response };
  };
  const client = createClient({ http: createHttp({ baseURL: base, adapter }), wire, retry: { attempts: 1 } });
  return {
    provider: createODataProvider(client),
    asked: requested,
    option: (name: string) => requested[0]?.searchParams.get(name),
  };
};

const page = { pagination: { page: 3, perPage: 20 }, sort: { field: 'MailMessageId', order: 'DESC' as const } };

describe('the OData provider', () => {
  it('asks for a page of messages in the words of the library and names its records by their key', async () => {
    const { provider, option } = answering({
      '@odata.count': 41,
      value: [{ MailMessageId: 7, Sender: 'a@x.example' }],
    });
    const filter = { IsDraft_eq: false, Status_eq: 12, CreatedDate_gte: '2026-01-01T05:00:00.000Z' };
    const { data, total } = await provider.getList('messages', { ...page, filter });
    expect(data).toEqual([{ id: 7, Sender: 'a@x.example' }]);
    expect(total).toBe(41);
    expect(option('$orderby')).toBe('MailMessageId desc');
    expect([option('$skip'), option('$top'), option('$count')]).toEqual(['40', '20', 'true']);
    expect(option('$filter')).toContain('IsDraft eq false');
    expect(option('$filter')).toContain('Status eq 12');
    expect(option('$filter')).toContain("CreatedDate ge '2026-01-01T05:00:00.000Z'");
  });

  it.each([
    ["O'Neil & Sons #1 100%+?", "'O''Neil & Sons #1 100%+?'"],
    ["' or 1 eq 1 or Sender eq '", "''' or 1 eq 1 or Sender eq '''"],
    ["datetime'2026-01-01'", "'datetime''2026-01-01'''"],
    ['żółw ü', "'żółw ü'"],
  ])('sends %s as a text, never as a part of the query', async (typed, literal) => {
    const { provider, option } = answering({ value: [] });
    await provider.getList('messages', { ...page, filter: { Sender_q: typed, MailTo_eq: typed } });
    expect(option('$filter')).toContain(`Contains(Sender,${literal})`);
    expect(option('$filter')).toContain(`MailTo eq ${literal}`);
  });

  it('sends the words of the search box as $search', async () => {
    const { provider, option } = answering({ value: [] });
    await provider.getList('messages', { ...page, filter: { q: 'ann & co' } });
    expect(option('$search')).toBe('ann & co');
  });

  it('reads the count in the spelling of V3, and gives sets below a message their keys', async () => {
    const { provider, asked: requested } = answering({ 'odata.count': '3', value: [{ MailAttachmentId: 9 }] });
    const { data, total } = await provider.getList('attachments', { ...page, filter: { MailMessageId: 5 } });
    expect(requested[0]?.pathname).toBe('/odata/mailmessages(5)/MailAttachments');
    expect({ data, total }).toEqual({ data: [{ MailAttachmentId: 9, id: 9 }], total: 3 });
  });

  it('opens one message by its number', async () => {
    const { provider, asked: requested } = answering({ MailMessageId: 5, Sender: 'a@x.example' });
    const { data } = await provider.getOne('messages', { id: '5' });
    expect(requested[0]?.pathname).toBe('/odata/mailmessages(5)');
    expect(data).toEqual({ id: 5, Sender: 'a@x.example' });
  });

  it('throws what the server refused, where the library would show an empty list', async () => {
    const { provider } = answering(
      { code: 'E-ODATA', message: '$filter: there is no property Foo (at 1).', modelState: {} },
      400,
    );
    const failing = provider.getList('messages', { ...page, filter: {} });
    await expect(failing).rejects.toMatchObject({ status: 400, message: '$filter: there is no property Foo (at 1).' });
  });

  it('cancels a question nobody waits for any more', async () => {
    const { provider } = answering({ value: [] });
    const stop = new AbortController();
    stop.abort();
    const asking = provider.getList('messages', { ...page, filter: {}, signal: stop.signal });
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
  });
});
