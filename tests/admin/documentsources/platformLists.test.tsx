import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { contacts } from '../../../admin/contacts/index.ts';
import { documentsources } from '../../../admin/documentsources/index.ts';
import { sourceproviders } from '../../../admin/sourceproviders/index.ts';
import type { DocumentSource } from '../../../shared/contract/documentsources.ts';
import { pageOf } from '../../support/contractApi.ts';
import { watchSavedFiles } from '../components/savedFiles.ts';
import { openResource, press } from '../components/recordScreen.tsx';

afterEach(cleanup);

const organizationId = '018f0000-0000-7000-8000-0000000000e1';
const source = (change: Partial<DocumentSource> = {}): DocumentSource => ({
  id: '018f0000-0000-7000-8000-0000000000e2',
  organizationId,
  organizationName: 'Aspen Grove',
  type: 'DirectMessaging',
  directAddressType: 'direct',
  address: 'records@aspen.direct.example',
  displayName: 'Records',
  providerId: null,
  providerName: null,
  faxAccountId: null,
  status: 1,
  isEnabled: true,
  createDate: '2026-03-04T10:00:00Z',
  version: 1,
  ...change,
});
const fax = source({ id: 'b', type: 'Fax', directAddressType: 'fax', address: '6035550143', status: 5 });
const searched = `?filter=${encodeURIComponent('{"q":"aspen"}')}&page=2&perPage=25&order=DESC&sort=address`;

describe('document sources of the platform', () => {
  it('link to the tab of their organization, and show the status of fax numbers alone', async () => {
    openResource(documentsources, { 'documentsources.list': pageOf(source(), fax) });
    const links = await screen.findAllByRole('link', { name: 'Aspen Grove' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/admin/organizations/${organizationId}/direct`,
      `/admin/organizations/${organizationId}/efax`,
    ]);
    const [, first, second] = screen.getAllByRole('row');
    expect(within(first as HTMLElement).queryByText('Failed')).toBeNull();
    expect(within(second as HTMLElement).getByText('Failed')).toBeTruthy();
  });

  it('are searched, sorted and paged by the server; the list of fax numbers has its type', async () => {
    const responses = { 'documentsources.list': { items: [fax], totalCount: 60 } };
    const all = openResource(documentsources, responses, searched);
    await screen.findByText('603-555-0143');
    const query = { pageNumber: 2, pageSize: 25, search: 'aspen', sortDir: 'desc' };
    expect(all.lastInput('documentsources.list')).toEqual({ query });
    cleanup();
    const faxes = openResource({ ...documentsources, list: documentsources.fax }, responses, searched);
    await screen.findByText('603-555-0143');
    expect(faxes.lastInput('documentsources.list')).toEqual({ query: { ...query, type: 'Fax' } });
  });

  it('are exported as they are shown', async () => {
    const saved = watchSavedFiles();
    openResource(documentsources, { 'documentsources.list': pageOf(source(), fax) });
    await screen.findByText('603-555-0143');
    await press('Export');
    await waitFor(() => expect(saved).toHaveLength(1));
    const text = await saved[0]?.file.text();
    expect(text).toContain('603-555-0143,Aspen Grove,Records,Fax');
  });

  it('say what failed and try again', async () => {
    let fails = true;
    openResource(documentsources, {
      'documentsources.list': () => (fails ? new HttpError('The sources are asleep.', 503, {}) : pageOf()),
    });
    expect(await screen.findByText('The sources are asleep.')).toBeTruthy();
    fails = false;
    await press('Retry');
    expect(await screen.findByText('No document sources')).toBeTruthy();
  });
});

it('providers are filtered by type', async () => {
  const { lastInput } = openResource(
    sourceproviders,
    { 'documentsources.providers': pageOf({ id: 'p', name: 'Harbor HISP', type: 'DirectMessaging' }) },
    `?filter=${encodeURIComponent('{"type":"DirectMessaging"}')}`,
  );
  expect(await screen.findByText('Harbor HISP')).toBeTruthy();
  expect(lastInput('documentsources.providers')).toEqual({
    query: { pageNumber: 1, pageSize: 10, type: 'DirectMessaging' },
  });
});

it('contacts are searched, and open the user', async () => {
  const id = '018f0000-0000-7000-8000-0000000000e3';
  const { lastInput } = openResource(
    contacts,
    { 'users.contacts': pageOf({ id, name: 'Pat Rivers', userName: 'pat@aspen.example', organizationName: null }) },
    `?filter=${encodeURIComponent('{"q":"pat"}')}`,
  );
  const link = await screen.findByRole('link', { name: 'Pat Rivers' });
  expect(link.getAttribute('href')).toBe(`/admin/users/${id}`);
  expect(lastInput('users.contacts')).toEqual({ query: { pageStart: 1, pageSize: 10, search: 'pat' } });
});
