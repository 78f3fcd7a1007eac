import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { pageOf, type Responses } from '../../support/contractApi.ts';
import { field, fill, save, select } from './editorScreen.tsx';
import { openTab, switchOf, tag } from './editorTabs.ts';

afterEach(cleanup);

describe('features', () => {
  it('are those offered to organizations, and those the organization has beyond, marked', async () => {
    const { saved } = openTab('', { enabledFeatures: ['Fax', 'Old', 'Gone'] });
    const group = within(await screen.findByRole('group', { name: 'Switched on for this organization' }));
    const boxes = group.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map((box) => [box.closest('label')?.textContent, box.checked])).toEqual([
      ['FaxSend faxes.', true],
      ['Triage', false],
      [expect.stringMatching(/^Old viewerNo longer offered/), true],
      [expect.stringMatching(/^GoneNo longer offered/), true],
    ]);
    fireEvent.click(group.getByRole('checkbox', { name: 'Triage' }));
    fireEvent.click(group.getByRole('checkbox', { name: /^Gone/ }));
    expect(new Set((await saved())['enabledFeatures'] as string[])).toEqual(new Set(['Fax', 'Triage', 'Old']));
  });
});

describe('lookups', () => {
  it('lead to the record that is chosen, in a new tab', async () => {
    const networks = [{ id: 'net/1', name: 'Mountain HIE', isEnabled: true }];
    openTab('', { networkDbId: 'net/1' }, { 'networks.list': pageOf(...networks) });
    const link = await screen.findByRole('link', { name: 'Open Mountain HIE in a new tab' });
    expect(link.getAttribute('href')).toBe('/admin/networks/net%2F1');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(screen.queryByRole('link', { name: /^Open .* in a new tab$/, hidden: true })).toBe(link);
  });
});

describe('Carequality tab', () => {
  it('holds participation with its consequence, identifiers, responder type and purposes of use', async () => {
    const { saved } = openTab('/carequality', { allowedPurposeOfUseCodes: ['PAYMENT'] });
    fireEvent.click(await switchOf('Participates in Carequality'));
    expect(await screen.findByText(/no directory entry can be added, imported or activated/)).toBeTruthy();
    expect(screen.getByText(/Entries that are in the directory stay there/)).toBeTruthy();
    await fill('Organization OID', ' 1.2.3 ');
    await fill('HomeCommunityId', '1.2.4');
    await select('Responder type', /gateway member/i);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Treatment' }));
    expect(await saved()).toMatchObject({
      carequality: { isParticipating: false, organizationOid: '1.2.3', responderType: 'GatewayMember' },
      homeCommunityId: '1.2.4',
      allowedPurposeOfUseCodes: expect.arrayContaining(['TREATMENT', 'PAYMENT']) as unknown,
    });
  });
});

describe('a purpose of use outside the catalogue', () => {
  it('can be seen and taken away', async () => {
    const { saved } = openTab('/carequality', { allowedPurposeOfUseCodes: ['TREATMENT', 'BYGONE'] });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'BYGONE' }));
    expect((await saved())['allowedPurposeOfUseCodes']).toEqual(['TREATMENT']);
  });
});

describe('QHIN tab', () => {
  it('asks for what a participant has to say, and for the parent of a part', async () => {
    const { saved, updates } = openTab('/qhin');
    expect((await field('QHIN name')).required).toBe(false);
    fireEvent.click(await switchOf('Participates through a QHIN'));
    await waitFor(async () => expect((await field(/^QHIN name/)).required).toBe(true));
    expect((await field(/^Parent OID/)).required).toBe(false);
    await select(/^Entity type/, 'Child');
    await waitFor(async () => expect((await field(/^Parent OID/)).required).toBe(true));
    await save();
    expect(await screen.findByRole('tab', { name: 'QHIN has fields to correct' })).toBeTruthy();
    expect(updates()).toEqual([]);
    await fill(/^QHIN name/, 'Lakes');
    await fill(/^Participant OID/, '1.2.3');
    await fill(/^Parent OID/, '1.2.4');
    expect(await saved()).toMatchObject({
      qhin: {
        isParticipating: true,
        qhinName: 'Lakes',
        entityType: 'Child',
        participantOid: '1.2.3',
        parentOid: '1.2.4',
      },
    });
  });
});

describe('Settings tab', () => {
  it('holds direct messaging with a preview of the records address', async () => {
    const { saved } = openTab('/settings');
    expect(await screen.findByText('Created at activation: records@aspen-grove.direct.carepost.example')).toBeTruthy();
    await fill(/^Name of the records address/, 'files');
    expect(await screen.findByText('Created at activation: files@aspen-grove.direct.carepost.example')).toBeTruthy();
    await fill(/^Maximum number of addresses/, '7');
    fireEvent.click(await switchOf('Direct messaging'));
    expect(await screen.findByText(/no direct address can be added or activated/)).toBeTruthy();
    const provider = await field('Provider');
    fireEvent.mouseDown(provider);
    fireEvent.click(await screen.findByRole('option', { name: 'Harbor HISP' }));
    expect(await saved()).toMatchObject({
      direct: { isEnabled: false, providerId: 'hisp', maxAddresses: 7, recordsName: 'files' },
    });
  });
  it('holds sign-in by password and who is told', async () => {
    const { saved } = openTab('/settings');
    fireEvent.click(await switchOf('Password sign-in'));
    expect(await screen.findByText(/users of this organization cannot sign in with a password/)).toBeTruthy();
    await tag('Notification e-mails', 'ops@aspen.test');
    expect(await saved()).toMatchObject({
      settings: { passwordSignIn: false, notificationEmails: ['ops@aspen.test'] },
    });
  });
  it('is flagged while the number of addresses is missing', async () => {
    const { updates } = openTab('/settings');
    await fill(/^Maximum number of addresses/, '');
    await save();
    expect(await screen.findByRole('tab', { name: 'Settings has fields to correct' })).toBeTruthy();
    expect(screen.getAllByText(/must be a whole number from 0 to 100,000/).length).toBeGreaterThan(0);
    expect(updates()).toEqual([]);
  });
});

describe('IP addresses tab', () => {
  const account = {
    id: 'account-1',
    clientId: 'svc-aspen',
    serviceAccountEnabled: true,
    allowedAddressCount: 5,
    clientIpAddresses: ['192.0.2.10'],
  };
  const accounts = (items: readonly object[]): Responses => ({ 'organizations.serviceAccounts': { items } });
  it('warns of the lock-out and shows what service accounts registered', async () => {
    const { saved } = openTab('/ipaddresses', {}, accounts([account]));
    expect(await screen.findByText('No addresses: users can work from any address.')).toBeTruthy();
    expect(await screen.findByText('192.0.2.10')).toBeTruthy();
    await tag('Allowed IP addresses', ' 203.0.113.7 ');
    expect(await screen.findByText(/users outside these addresses have no access/)).toBeTruthy();
    expect((await saved())['allowedIpAddresses']).toEqual(['203.0.113.7']);
  });
  it('refuses what is no IPv4 address', async () => {
    const { updates } = openTab('/ipaddresses', {}, accounts([]));
    await tag('Allowed IP addresses', '300.1.1.1');
    expect((await screen.findAllByText(/300\.1\.1\.1: Enter a valid IPv4 address/)).length).toBeGreaterThan(0);
    await save();
    expect(await screen.findByRole('tab', { name: 'IP Addresses has fields to correct' })).toBeTruthy();
    expect(updates()).toEqual([]);
  });
  it('shows at its one field what the server says about one address', async () => {
    const errors = { 'allowedIpAddresses.1': 'must be public' };
    const refusal = new HttpError('not valid', 400, { errors });
    openTab('/ipaddresses', {}, { 'organizations.update': refusal, ...accounts([]) });
    await tag('Allowed IP addresses', '203.0.113.7');
    await save();
    expect(await screen.findByRole('link', { name: 'Allowed IP addresses' })).toBeTruthy();
    expect(screen.getAllByText(/must be public/).length).toBeGreaterThan(0);
  });
});
