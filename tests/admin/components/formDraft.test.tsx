import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { BasenameContextProvider, PasswordInput, Resource, TextInput } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { DialogButton } from '../../../admin/components/actions.tsx';
import { FormDialog } from '../../../admin/components/FormDialog.tsx';
import { createDraftStore, DraftContext, type DraftStore } from '../../../admin/providers/drafts.ts';
import { specialties } from '../../../admin/specialties/index.ts';
import type { Draft } from '../../../shared/contract/drafts.ts';
import type { Specialty } from '../../../shared/contract/specialties.ts';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, save } from './recordScreen.tsx';
import { renderAt } from './renderAt.tsx';

afterEach(cleanup);

const id = '018f0000-0000-7000-8000-0000000000c1';
const specialty: Specialty = { id, name: 'Cardiology', organizationCount: 4, version: 3 };

/** The server, as far as drafts go. */
const server = () => {
  const saveDraft = vi.fn((_input: { body: Omit<Draft, 'savedAt'> }) => Promise.resolve(undefined));
  const discard = vi.fn(() => Promise.resolve(undefined));
  const list = () => Promise.reject(new Error('Drafts are loaded with the session.'));
  return { save: saveDraft, discard, client: { drafts: { save: saveDraft, discard, list } } };
};
const bodyOf = ([call]: readonly [{ body: Omit<Draft, 'savedAt'> }][]) => {
  if (!call) throw new Error('No draft was sent.');
  return call[0].body;
};
const draft = (change: Partial<Draft> = {}): Draft => ({
  page: `/admin/specialties/${id}`,
  form: 'specialties',
  value: { fields: { name: 'Cardiology and mo' }, version: 3 },
  savedAt: '2026-11-26T10:00:00.000Z',
  ...change,
});

const { name, list, edit } = specialties;
const openEdit = (store: DraftStore) =>
  renderAt({
    routes: {
      '/admin/specialties/*': (
        <DraftContext value={store}>
          <BasenameContextProvider basename="/admin">
            <Resource name={name} list={list} edit={edit} />
          </BasenameContextProvider>
        </DraftContext>
      ),
      '/admin/organizations': <p>the organizations</p>,
    },
    at: `/admin/specialties/${id}`,
    responses: { 'specialties.get': specialty, 'specialties.list': pageOf(specialty), 'specialties.update': specialty },
  });

const place = { page: `/admin/specialties/${id}`, form: 'specialties' };

it('what was typed is back in the form and unsaved; the server forgets it when it is saved', async () => {
  const { client, discard } = server();
  const { lastInput } = openEdit(createDraftStore(client, [draft()]));
  await waitFor(async () => expect((await field(/^Name/)).value).toBe('Cardiology and mo'));
  expect(await screen.findByText(/What you typed before is back\. Save it/)).toBeTruthy();
  expect(discard).not.toHaveBeenCalled();
  await save();
  await waitFor(() => expect(discard).toHaveBeenCalledWith({ query: place }));
  expect(lastInput('specialties.update')).toMatchObject({ body: { name: 'Cardiology and mo', version: 3 } });
});

it('a draft names the organization of its page, whatever another tab has changed to', async () => {
  const { client, save: sent, discard } = server();
  const organizationId = '018f0000-0000-7000-8000-0000000000c2';
  const store = createDraftStore(client, [], { organizationId });
  const close = store.open(place, () => ({ fields: { name: 'Half' } }));
  await store.saveAll();
  expect(sent).toHaveBeenCalledWith({ body: { ...place, organizationId, value: { fields: { name: 'Half' } } } });
  close();
  await waitFor(() => expect(discard).toHaveBeenCalledWith({ query: { ...place, organizationId } }));
});

it('a record that was changed since is pointed out, and again when the page is loaded again', async () => {
  const { client, save: sent } = server();
  const store = createDraftStore(client, [draft({ value: { fields: { name: 'Old' }, version: 2 } })]);
  openEdit(store);
  expect(await screen.findByText(/The record was changed since: compare/)).toBeTruthy();
  await fill(/^Name/, 'Older');
  await waitFor(async () => {
    await store.saveAll();
    // Typed on version 2, though the page has version 3 now.
    expect(bodyOf(sent.mock.calls).value).toEqual({ fields: { name: 'Older' }, version: 2 });
  });
});

it('changed fields are sent when the session is about to end, once for the same text, and stay when it ends', async () => {
  const { client, save: sent, discard } = server();
  const store = createDraftStore(client);
  const { unmount } = openEdit(store);
  await field(/^Name/);
  await store.saveAll();
  expect(sent).not.toHaveBeenCalled();
  await fill(/^Name/, 'Cardiology and');
  await waitFor(async () => {
    await store.saveAll();
    expect(sent).toHaveBeenCalledTimes(1);
  });
  await store.saveAll();
  expect(sent.mock.calls).toEqual([
    [{ body: { ...place, value: { fields: { name: 'Cardiology and' }, version: 3 } } }],
  ]);
  store.close();
  unmount();
  expect(discard).not.toHaveBeenCalled();
});

it('typing is sent without another notice: after a pause, and after 15 seconds of typing', async () => {
  const { client, save: sent } = server();
  const typed = openEdit(createDraftStore(client));
  await field(/^Name/);
  vi.useFakeTimers();
  try {
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Cardiology a' } });
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toHaveBeenCalledTimes(1);
    for (let letter = 0; letter < 16; letter += 1) {
      fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: `Cardiology a ${letter}` } });
      // oxlint-disable-next-line no-await-in-loop -- one letter a second
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(sent).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
    typed.unmount();
  }
});

it('a draft that is on its way when the form is saved is forgotten too', async () => {
  const { client, discard } = server();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const store = createDraftStore({ drafts: { ...client.drafts, save: () => promise } });
  const close = store.open(place, () => ({ fields: { name: 'Half' } }));
  const saving = store.saveAll();
  close();
  expect(discard).not.toHaveBeenCalled();
  resolve(undefined);
  await saving;
  await waitFor(() => expect(discard).toHaveBeenCalledWith({ query: place }));
});

it('a change that the user takes back is forgotten at once, as one that is saved while the form stays', async () => {
  const { client, discard } = server();
  const store = createDraftStore(client, [draft()]);
  openEdit(store);
  await waitFor(async () => expect((await field(/^Name/)).value).toBe('Cardiology and mo'));
  await fill(/^Name/, 'Cardiology');
  await waitFor(() => expect(discard).toHaveBeenCalledWith({ query: place }));
});

const dialog = (values: Record<string, string>, onClose: () => void = () => undefined) => (
  <FormDialog
    title="Change Ann Example"
    submitLabel="Save"
    defaultValues={values}
    onSubmit={async () => undefined}
    onClose={onClose}
  >
    {Object.keys(values).map((source) =>
      source.startsWith('pass') ? (
        <PasswordInput key={source} source={source} />
      ) : (
        <TextInput key={source} source={source} />
      ),
    )}
  </FormDialog>
);
const openDialog = (store: DraftStore, values: Record<string, string>) =>
  renderAt({
    routes: { '/admin/users': <DraftContext value={store}>{dialog(values)}</DraftContext> },
    at: '/admin/users',
  });

it('a dialog is kept without the names in its title, and is as it was when it is opened again', async () => {
  const { client, save: sent } = server();
  const store = createDraftStore(client);
  openDialog(store, { note: '', dateOfBirth: '' });
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'half a' } });
  fireEvent.change(screen.getByLabelText('Date of birth'), { target: { value: '01/02/1980' } });
  await waitFor(async () => {
    await store.saveAll();
    expect(sent).toHaveBeenCalledTimes(1);
  });
  const body = bodyOf(sent.mock.calls);
  expect(JSON.stringify(body)).not.toMatch(/Ann|Example|1980/);
  cleanup();
  openDialog(createDraftStore(client, [{ ...body, savedAt: '' }]), { note: '', dateOfBirth: '' });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('half a'));
});

it('a dialog with a draft opens by itself once: the one whose button it was, and not after it was closed', async () => {
  const { client, save: sent, discard } = server();
  const buttons = (store: DraftStore) => {
    const button = (label: string) => (
      <DialogButton key={label} label={label} renderDialog={(close) => dialog({ note: '' }, close)} />
    );
    const { unmount } = renderAt({
      routes: { '/admin/users': <DraftContext value={store}>{['First', 'Second'].map(button)}</DraftContext> },
      at: '/admin/users',
    });
    return unmount;
  };
  const store = createDraftStore(client);
  buttons(store);
  fireEvent.click(await screen.findByRole('button', { name: 'Second' }));
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'half a' } });
  await waitFor(async () => {
    await store.saveAll();
    expect(sent).toHaveBeenCalledTimes(1);
  });
  const body = bodyOf(sent.mock.calls);
  store.close();
  cleanup();
  const next = createDraftStore(client, [{ ...body, savedAt: '' }]);
  const unmount = buttons(next);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('half a'));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(discard).toHaveBeenCalledTimes(1);
  unmount();
  buttons(next);
  await screen.findByRole('button', { name: 'Second' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a dialog with a password keeps nothing, whatever its other fields are called', async () => {
  const { client, save: sent } = server();
  const store = createDraftStore(client);
  openDialog(store, { password: '', again: '' });
  fireEvent.change(await screen.findByLabelText('Again'), { target: { value: 'correct horse' } });
  await store.saveAll();
  expect(sent).not.toHaveBeenCalled();
});
