import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { RecordContextProvider, ResourceContextProvider } from 'react-admin';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { DialogButton } from '../../../admin/components/actions.tsx';
import { RetryStepDialog } from '../../../admin/inspector/RetryStepDialog.tsx';
import { NetworkServiceAccount } from '../../../admin/networks/NetworkServiceAccount.tsx';
import { SavedAddressesDialog } from '../../../admin/organizations/tabs/SavedAddressesDialog.tsx';
import { ServiceAccountsTab } from '../../../admin/organizations/tabs/ServiceAccountsTab.tsx';
import { createDraftStore, DraftContext, type DraftStore } from '../../../admin/providers/drafts.ts';
import { RetryDialog } from '../../../admin/retry/RetryDialog.tsx';
import type { Draft } from '../../../shared/contract/drafts.ts';
import { failedWorkflow } from '../inspector/inspectorFixture.tsx';
import { renderFor } from '../layout/renderFor.tsx';
import { account, network } from '../networks/networkRecords.tsx';
import { organization } from '../organizations/records.ts';
import { user } from '../providers/person.ts';

afterEach(cleanup);

const inButton = (renderDialog: (close: () => void) => ReactNode) => (
  <DialogButton label="Open" renderDialog={renderDialog} />
);
const serviceAccount = {
  id: 'account-1',
  clientId: 'svc-aspen',
  serviceAccountEnabled: true,
  allowedAddressCount: 5,
  clientIpAddresses: [],
};
const pages = {
  'reason of a retry': inButton((close) => (
    <RetryStepDialog workflow={failedWorkflow()} stepName="Deliver" onClose={close} />
  )),
  'reason of a bulk retry': inButton((close) => <RetryDialog selection={{ workflowIds: ['w-1'] }} onClose={close} />),
  'address to save': inButton((close) => <SavedAddressesDialog organizationId={organization().id} onClose={close} />),
  'limit of service accounts': (
    <ResourceContextProvider value="organizations">
      <RecordContextProvider value={organization()}>
        <ServiceAccountsTab organization={organization()} />
      </RecordContextProvider>
    </ResourceContextProvider>
  ),
  'addresses of a network': <NetworkServiceAccount network={network()} />,
};
const responses = {
  'retryjobs.plan': { total: 1, eligible: 1, reasons: [], items: [] },
  'organizations.savedAddresses': { items: [{ address: 'old@direct.example', displayName: 'Old' }], version: 3 },
  'organizations.saveAddresses': { items: [], version: 4 },
  'organizations.serviceAccounts': { items: [serviceAccount] },
  'organizations.serviceAccountLimit': { data: 2 },
  'networks.serviceAccount': account(),
};

const save = vi.fn((_input: { body: Omit<Draft, 'savedAt'> }) => Promise.resolve(undefined));
const client = {
  drafts: {
    save,
    discard: () => Promise.resolve(undefined),
    list: () => Promise.reject(new Error('Drafts are loaded with the session.')),
  },
};
const open = (page: ReactNode, drafts: DraftStore) =>
  renderFor({
    routes: { '/admin/page': <DraftContext value={drafts}>{page}</DraftContext> },
    at: '/admin/page',
    profile: user(),
    responses,
  });
/** What arrives at the server when the session of the page ends. */
const draftOf = async (drafts: DraftStore) => {
  save.mockClear();
  await waitFor(async () => {
    await drafts.saveAll();
    expect(save).toHaveBeenCalled();
  });
  drafts.close();
  cleanup();
  return save.mock.calls.map(([{ body }]) => ({ ...body, savedAt: '' }));
};
const input = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await input(label), { target: { value } });

it.each([
  ['reason of a retry', 'Reason (optional)', 'The relay is back'],
  ['reason of a bulk retry', /^Reason/, 'The relay is back'],
  ['address to save', 'New direct address', 'new@direct.example'],
  ['limit of service accounts', 'Number of service accounts allowed', '7'],
  ['limit of service accounts', 'Allowed IP addresses', '8'],
] as const)('the %s that was typed before the session ended is back: %s', async (name, label, value) => {
  const drafts = createDraftStore(client);
  open(pages[name], drafts);
  const opener = screen.queryByRole('button', { name: 'Open' });
  if (opener) fireEvent.click(opener);
  await type(label, value);
  const stored = await draftOf(drafts);
  open(pages[name], createDraftStore(client, stored));
  await waitFor(async () => expect((await input(label)).value).toBe(value));
  expect(await screen.findByText(/What you typed before is back/)).toBeTruthy();
});

it('addresses that were added and not saved are back, and are saved with the version that was changed', async () => {
  const drafts = createDraftStore(client);
  open(pages['address to save'], drafts);
  fireEvent.click(await screen.findByRole('button', { name: 'Open' }));
  await type('New direct address', 'new@direct.example');
  await type('New name', 'New');
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('new@direct.example');
  const [draft] = await draftOf(drafts);
  const edited = {
    items: [
      { address: 'old@direct.example', displayName: 'Old' },
      { address: 'new@direct.example', displayName: 'New' },
    ],
    version: 3,
  };
  expect(draft?.value).toEqual({ fields: { edited } });
  const older = { ...draft, value: { fields: { edited: { ...edited, version: 2 } } } } as Draft;
  const { lastInput } = open(pages['address to save'], createDraftStore(client, [older]));
  await screen.findByText('new@direct.example');
  fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() =>
    expect(lastInput('organizations.saveAddresses')).toMatchObject({ body: { ...edited, version: 2 } }),
  );
});

it('addresses of a network that were added and not saved are back', async () => {
  const drafts = createDraftStore(client);
  open(pages['addresses of a network'], drafts);
  await type('Allowed IP addresses', '198.51.100.7');
  fireEvent.keyDown(await input('Allowed IP addresses'), { key: 'Enter' });
  const stored = await draftOf(drafts);
  open(pages['addresses of a network'], createDraftStore(client, stored));
  expect(await screen.findByText('198.51.100.7')).toBeTruthy();
  expect(screen.getByText('192.0.2.10')).toBeTruthy();
});

it('a number that was saved does not come back as unsaved', async () => {
  let count = 2;
  const drafts = createDraftStore(client, [
    { page: '/admin/page', form: 'serviceAccountLimit', value: { fields: { typed: '7' } }, savedAt: '' },
  ]);
  renderFor({
    routes: { '/admin/page': <DraftContext value={drafts}>{pages['limit of service accounts']}</DraftContext> },
    at: '/admin/page',
    profile: user(),
    responses: {
      ...responses,
      'organizations.serviceAccountLimit': () => ({ data: count }),
      'organizations.setServiceAccountLimit': () => {
        count = 8;
        return { data: count };
      },
    },
  });
  await waitFor(async () => expect((await input('Number of service accounts allowed')).value).toBe('7'));
  fireEvent.click(screen.getByRole('button', { name: 'Update the number of service accounts allowed' }));
  // The server has the last word.
  await waitFor(async () => expect((await input('Number of service accounts allowed')).value).toBe('8'));
});
