import { HttpError } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { metadataXml } from '../../../server/odata/metadata.ts';
import type { Responses } from '../../support/contractApi.ts';
import { dataProviderOver } from '../components/renderAt.tsx';

/** The provider over sets of the API; the query of the list of messages by name. */
const open = (responses: Responses) => {
  const api = dataProviderOver({ 'inspector.metadata': metadataXml(), ...responses });
  return { ...api, option: (name: string) => api.lastInput('inspector.mailMessages')?.query?.[name] };
};

const page = { pagination: { page: 3, perPage: 20 }, sort: { field: 'MailMessageId', order: 'DESC' as const } };

describe('the OData provider', () => {
  it('asks for a page of messages in the words of the library and names its records by their key', async () => {
    const { provider, option } = open({
      'inspector.mailMessages': { '@odata.count': 41, value: [{ MailMessageId: 7, Sender: 'a@x.example' }] },
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
    const { provider, option } = open({ 'inspector.mailMessages': { value: [] } });
    await provider.getList('messages', { ...page, filter: { Sender_q: typed, MailTo_eq: typed } });
    expect(option('$filter')).toContain(`Contains(Sender,${literal})`);
    expect(option('$filter')).toContain(`MailTo eq ${literal}`);
  });

  it('sends the words of the search box as $search', async () => {
    const { provider, option } = open({ 'inspector.mailMessages': { value: [] } });
    await provider.getList('messages', { ...page, filter: { q: 'ann & co' } });
    expect(option('$search')).toBe('ann & co');
  });

  it('reads the count in the spelling of V3, and gives sets below a message their keys', async () => {
    const { provider, inputsOf } = open({
      'inspector.messageAttachments': { 'odata.count': '3', value: [{ MailAttachmentId: 9 }] },
    });
    const { data, total } = await provider.getList('attachments', { ...page, filter: { MailMessageId: 5 } });
    expect(inputsOf('inspector.messageAttachments')).toMatchObject([{ params: { id: 5 } }]);
    expect({ data, total }).toEqual({ data: [{ MailAttachmentId: 9, id: 9 }], total: 3 });
  });

  it('opens one message by its number', async () => {
    const { provider, inputsOf } = open({ 'inspector.mailMessage': { MailMessageId: 5, Sender: 'a@x.example' } });
    const { data } = await provider.getOne('messages', { id: '5' });
    expect(inputsOf('inspector.mailMessage')).toMatchObject([{ params: { id: 5 } }]);
    expect(data).toEqual({ id: 5, Sender: 'a@x.example' });
  });

  it('throws what the server refused, where the library would show an empty list', async () => {
    const text = '$filter: there is no property Foo (at 1).';
    const { provider } = open({ 'inspector.mailMessages': new HttpError(text, 400, { code: 'E-ODATA' }) });
    const failing = provider.getList('messages', { ...page, filter: {} });
    await expect(failing).rejects.toMatchObject({ status: 400, message: text });
  });

  it('cancels a question nobody waits for any more', async () => {
    const { provider } = open({ 'inspector.mailMessages': { value: [] } });
    const stop = new AbortController();
    stop.abort();
    const asking = provider.getList('messages', { ...page, filter: {}, signal: stop.signal });
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
  });
});
