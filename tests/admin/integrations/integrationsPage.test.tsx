import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { integrations } from '../../../admin/integrations/index.ts';
import { integrationwhitelist } from '../../../admin/integrationwhitelist/index.ts';
import type { IntegrationDetail } from '../../../shared/contract/integrations.ts';
import type { WhitelistEntry } from '../../../shared/contract/integrationwhitelist.ts';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, openResource, save } from '../components/recordScreen.tsx';

afterEach(cleanup);

const id = '019ab600-0000-7000-8000-000000000006';
const aprima: IntegrationDetail = {
  id,
  name: 'Aprima',
  type: 'Aprima',
  capabilities: ['patientLookup', 'documentUpload'],
  availability: 'Whitelist',
  whitelistedCount: 7,
  organizationCount: 21,
  blockedCount: 14,
};
const organization = {
  id: '018f0000-0000-7000-8000-0000000000d2',
  orgId: 10001,
  name: 'Lakeside Clinic',
  subDomain: 'lakeside',
  connections: ['Aprima at Boise'],
  isAllowed: false,
  isConnected: false,
};
const entryId = '018f0000-0000-7000-8000-0000000000d1';
const entry = (change: Partial<WhitelistEntry> = {}): WhitelistEntry => ({
  id: entryId,
  name: 'Aprima: Lakeside Clinic',
  integrationId: id,
  integrationName: 'Aprima',
  organizationId: organization.id,
  organizationName: 'Lakeside Clinic',
  note: 'Pilot',
  isEnabled: true,
  createdAt: '2026-02-06T11:30:00Z',
  createdBy: 'Grace Hill',
  modifiedAt: '2026-02-06T11:30:00Z',
  modifiedBy: 'Grace Hill',
  version: 3,
  dependentCount: 1,
  ...change,
});
const responses = {
  'integrations.list': { items: [aprima] },
  'integrations.get': aprima,
  'integrations.organizations': pageOf(organization),
  'integrationwhitelist.list': pageOf(entry(), entry({ id, organizationId: null, organizationName: null, note: null })),
  'integrationwhitelist.get': entry(),
  'organizations.list': pageOf(),
};

describe('integrations', () => {
  it('are listed with who may use them, and lead to one', async () => {
    const { address } = openResource(integrations, responses);
    fireEvent.click(await screen.findByRole('link', { name: 'Aprima' }));
    await waitFor(() => expect(address()).toBe(`/admin/integrations/${id}`));
    expect(await screen.findByText('Lakeside Clinic')).toBeTruthy();
    expect(screen.getByText('Aprima at Boise')).toBeTruthy();
    expect(screen.getAllByText('Blocked by the whitelist').length).toBeGreaterThan(1);
    expect(screen.getByText('Patient lookup, Document upload')).toBeTruthy();
  });
  it('shows the error of a list that could not be loaded, with a button that loads it again', async () => {
    openResource(integrations, { 'integrations.list': new HttpError('The service is not available.', 503, {}) });
    expect(await screen.findByText(/The service is not available\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

describe('the whitelist', () => {
  it('is listed by integration and organization', async () => {
    const { lastInput } = openResource(integrationwhitelist, responses, '?filter=%7B%22isEnabled%22%3A%22true%22%7D');
    expect(await screen.findByText('Lakeside Clinic')).toBeTruthy();
    expect(screen.getByText('Every organization')).toBeTruthy();
    expect(lastInput('integrationwhitelist.list')).toEqual({
      query: { pageNumber: 1, pageSize: 10, sortDir: 'asc', isEnabled: true },
    });
  });
  it('says that nothing is allowed while it is empty', async () => {
    openResource(integrationwhitelist, { ...responses, 'integrationwhitelist.list': pageOf() });
    expect(await screen.findByText(/no organization may use an integration/)).toBeTruthy();
  });
  it('takes a changed note and switch with the version of the entry', async () => {
    const { lastInput } = openResource(
      integrationwhitelist,
      { ...responses, 'integrationwhitelist.update': entry() },
      entryId,
    );
    await fill('Note', ' Contract signed ');
    fireEvent.click(await field('Enabled'));
    await save();
    expect(await screen.findByText('The whitelist entry was saved successfully.')).toBeTruthy();
    expect(lastInput('integrationwhitelist.update')).toEqual({
      params: { id: entryId },
      body: { note: 'Contract signed', isEnabled: false, version: 3 },
    });
  });
  it('shows in the form why a new entry is refused', async () => {
    const text = 'The whitelist has an entry for this integration and organization already.';
    const refusal = new HttpError(text, 409, { code: 'E-WHITELIST-EXISTS', messages: [text] });
    const { lastInput } = openResource(
      integrationwhitelist,
      { ...responses, 'integrationwhitelist.create': refusal },
      'add',
    );
    await save();
    expect(await screen.findByText(/Please fill out all required fields/)).toBeTruthy();
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: /Integration/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'Aprima' }));
    await save();
    expect((await screen.findAllByText(new RegExp(text))).length).toBeGreaterThan(0);
    expect(lastInput('integrationwhitelist.create')).toEqual({
      body: { integrationId: id, organizationId: null, note: null, isEnabled: true },
    });
  });
});
