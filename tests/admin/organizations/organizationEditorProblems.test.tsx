import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { fill, save } from './editorScreen.tsx';
import { here, openTab } from './editorTabs.ts';
import { organization } from './records.ts';
import { allOrSome } from '../../support/isHard.ts';

afterEach(cleanup);

describe('a field to correct on another tab', () => {
  it.each(
    allOrSome(
      [
        ['direct.recordsName', 'Name of the records address', '/settings'],
        ['qhin.participantOid', 'Participant OID', '/qhin'],
        ['allowedIpAddresses', 'Allowed IP addresses', '/ipaddresses'],
        ['allowedPurposeOfUseCodes', 'Purposes of use', '/carequality'],
        ['homeCommunityId', 'HomeCommunityId', '/carequality'],
      ],
      1,
    ),
  )('%s is reached by its link once its tab has been loaded', { tags: ['scaled'] }, async (path, label, tab) => {
    const refusal = new HttpError('not valid', 400, { errors: { [path]: 'is wrong' } });
    const { address } = openTab(
      '',
      {},
      { 'organizations.update': refusal, 'organizations.serviceAccounts': { items: [] } },
    );
    await fill(/^Name/, 'Birch Clinic');
    await save();
    fireEvent.click(await screen.findByRole('link', { name: label }));
    const id = `field-${path.replaceAll('.', '-')}`;
    await waitFor(() => expect(document.activeElement?.closest(`#${id}`)).toBeTruthy());
    expect(address()).toBe(`${here}${tab}`);
  });
});

describe('a failed save', () => {
  const refused = {
    'organizations.update': new HttpError('not valid', 400, { errors: { 'qhin.parentOid': 'Is not known.' } }),
  };
  it('says at a field what is wrong with it, and does not say it again for the whole form', async () => {
    openTab('', {}, refused);
    await fill(/^Name/, 'Birch Clinic');
    await save();
    const link = await screen.findByRole('link', { name: 'Parent OID' });
    const summary = link.closest('[role=alert]');
    expect(summary?.textContent).toBe(
      'There was an error saving this organization.One field needs correctingParent OID: Is not known.',
    );
  });
  it('brings the list of fields to the front when none of them is on screen', async () => {
    openTab('', {}, refused);
    await fill(/^Name/, 'Birch Clinic');
    await save();
    const link = await screen.findByRole('link', { name: 'Parent OID' });
    await waitFor(() => expect(document.activeElement).toBe(link.closest('[role=alert]')));
  });
});

describe('version conflict on the further tabs', () => {
  it('shows switches, lists and choices in words', async () => {
    const remote = organization({
      version: 8,
      enabledFeatures: ['Fax', 'Triage'],
      settings: { passwordSignIn: false, notificationEmails: [] },
      direct: { ...organization().direct, providerId: 'hisp' },
      allowedPurposeOfUseCodes: ['TREATMENT'],
      carequality: { isParticipating: false, organizationOid: null, responderType: 'InitiatorOnly' },
    });
    const stored = [organization(), remote];
    const refusal = new HttpError('changed', 409, { code: 'E-VERSION-CONFLICT', errors: {} });
    const { updates } = openTab(
      '',
      {},
      {
        'organizations.get': () => (stored.length > 1 ? stored.shift() : stored[0]),
        'organizations.update': () => (updates().length === 1 ? refusal : remote),
      },
    );
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Fax/ }));
    await save();
    const modal = within(await screen.findByRole('dialog', { name: 'Aspen Grove Clinic was changed meanwhile' }));
    expect(await modal.findByText('Fax, Triage')).toBeTruthy();
    for (const text of [
      'Password sign-in: No',
      'Provider: Harbor HISP',
      'Purposes of use: Treatment',
      'Participates in Carequality: No',
      'Responder type: Initiator Only',
    ]) {
      expect(await modal.findByText(text)).toBeTruthy();
    }
    fireEvent.click(modal.getByRole('radio', { name: 'Take theirs: Features' }));
    fireEvent.click(modal.getByRole('button', { name: 'Save again' }));
    await waitFor(() => expect(updates()).toHaveLength(2));
    expect(updates()[1]).toMatchObject({
      version: 8,
      enabledFeatures: ['Fax', 'Triage'],
      settings: { passwordSignIn: false },
      direct: { providerId: 'hisp' },
    });
  });
});
