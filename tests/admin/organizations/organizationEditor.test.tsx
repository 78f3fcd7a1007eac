import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { editorPath } from '../../../admin/organizations/organizationActions.tsx';
import { field, fill, openEditor, save } from './editorScreen.tsx';
import { organization } from './records.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const here = editorPath(organization().id);
const updated = organization({ version: 4 });
const taken =
  'This subdomain already exists, contains invalid characters or is a reserved word, please enter a different one.';

describe('organization editor', () => {
  it('is headed by the name, or Add Organization for a new one', async () => {
    const { unmount } = openEditor();
    expect((await screen.findByRole('heading', { level: 1, name: 'Aspen Grove Clinic' })).textContent).toBeTruthy();
    unmount();
    openEditor({}, '/admin/organizations/add');
    expect(await screen.findByRole('heading', { level: 1, name: 'Add Organization' })).toBeTruthy();
  });
  it('shows a new organization only Details and Primary Contact', async () => {
    openEditor({}, '/admin/organizations/add');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Details', 'Primary Contact']);
  });
  it('shows the tab of its sub-path and keeps what was typed on another', async () => {
    const { router } = openEditor();
    await fill(/^Name/, 'Birch Clinic');
    await router.navigate(`${here}/contact`);
    await fill('First name', 'Bea');
    await router.navigate(here);
    expect((await field(/^Name/)).value).toBe('Birch Clinic');
    await router.navigate(`${here}/contact`);
    expect((await field('First name')).value).toBe('Bea');
  });
  it('shows states and audit fields to read', async () => {
    openEditor(
      {},
      here,
      organization({ isEnabled: false, cancelAt: '2999-01-02T12:00:00Z', isPendingCancellation: true }),
    );
    expect(await screen.findByText('Disabled')).toBeTruthy();
    expect(screen.getByText('Canceling on 01/02/2999')).toBeTruthy();
    expect(screen.getByText(`Id ${organization().orgId}`)).toBeTruthy();
    expect(document.title).toBe(`Details · ${organization().name} · carepost`);
    expect(screen.getByText('Grace Hill')).toBeTruthy();
  });
  it.each([
    [404, 'There is no such record.'],
    [400, 'must be an id'],
  ])('says that there is no such organization, and offers no second try (%i)', async (status, text) => {
    openEditor({ 'organizations.get': new HttpError(text, status, { correlationId: 'c-7' }) });
    expect(await screen.findByText('This organization does not exist or was deleted.')).toBeTruthy();
    expect(screen.getByText(/c-7/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});

describe('save', () => {
  it('stops at an incomplete form, names the fields and flags their tab', async () => {
    const { requests } = openEditor({}, '/admin/organizations/add');
    fireEvent.click(await screen.findByRole('tab', { name: 'Primary Contact' }));
    await fill('E-mail', 'nobody');
    await save();
    expect(await screen.findByText('Please fill out all required fields.')).toBeTruthy();
    expect(requests.map(({ name }) => name)).not.toContain('organizations.subdomainIsValid');
    expect(screen.getByRole('tab', { name: 'Details has fields to correct' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Primary Contact has fields to correct' })).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Name' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('field-name'));
  });
  it('stops at a subdomain the server refuses', async () => {
    const { inputsOf } = openEditor({ 'organizations.subdomainIsValid': false });
    await fill(/^Name/, 'Birch Clinic');
    await save();
    expect((await screen.findAllByText(taken, { exact: false })).length).toBeGreaterThan(1);
    expect(inputsOf('organizations.update')).toEqual([]);
  });
  it('asks the server about the subdomain of this organization, saves and returns to the list', async () => {
    const { address, lastInput } = openEditor({ 'organizations.update': updated });
    await fill(/^Name/, ' Birch Clinic ');
    await save();
    expect(await screen.findByText('The organization was saved successfully.')).toBeTruthy();
    expect(lastInput('organizations.subdomainIsValid')).toEqual({
      query: { organizationId: organization().id, subdomain: 'aspen-grove' },
    });
    expect(lastInput('organizations.update')).toMatchObject({
      params: { id: organization().id },
      body: { name: 'Birch Clinic', version: 3 },
    });
    // Fields that the server sets are not sent back.
    expect(lastInput('organizations.update')).not.toHaveProperty('body.createdBy');
    await waitFor(() => expect(address()).toBe('/admin/organizations'));
  });
  it('creates a new organization', async () => {
    const { address, lastInput } = openEditor({ 'organizations.create': organization() }, '/admin/organizations/add');
    await fill(/^Name/, 'Cedar Clinic');
    await fill(/^Subdomain/, 'Cedar');
    await save();
    await waitFor(() => expect(address()).toBe('/admin/organizations'));
    expect(lastInput('organizations.create')).toMatchObject({
      body: { name: 'Cedar Clinic', subdomain: 'cedar', numberOfUsers: 1 },
    });
  });
  it('puts what the server refuses at its field and keeps the form', async () => {
    const errors = { 'contact.email': 'This address bounces.' };
    openEditor({ 'organizations.update': new HttpError('not valid', 400, { errors }) });
    await fill(/^Name/, 'Birch Clinic');
    await save();
    const said = 'There was an error saving this organization. This address bounces.';
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Primary Contact has fields to correct' })).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'E-mail' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('field-contact-email'));
  });
  it('does not lead back whoever left while it was on its way', async () => {
    let finish: (response: unknown) => void = () => undefined;
    const saving = new Promise((resolve) => {
      finish = resolve;
    });
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { router, address, inputsOf } = openEditor({ 'organizations.update': () => saving });
    await fill(/^Name/, 'Birch Clinic');
    await save();
    await waitFor(() => expect(inputsOf('organizations.update')).toHaveLength(1));
    const elsewhere = editorPath('018f0000-0000-7000-8000-000000000009');
    await router.navigate(elsewhere);
    // The other page is there, and the form is gone: the address changes before that.
    await waitFor(() => expect(inputsOf('organizations.get')).toHaveLength(2));
    expect(address()).toBe(elsewhere);
    finish(updated);
    expect(await screen.findByText('The organization was saved successfully.')).toBeTruthy();
    expect(address()).toBe(elsewhere);
  });
  it('cannot be sent twice while it is on its way', async () => {
    const { inputsOf } = openEditor({ 'organizations.update': () => new Promise(() => undefined) });
    await fill(/^Name/, 'Birch Clinic');
    await save();
    await waitFor(() => expect(inputsOf('organizations.update')).toHaveLength(1));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Save Changes/ }).disabled).toBe(true);
  });
});

describe('unsaved changes', () => {
  it('are asked about before the editor is left', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const { address } = openEditor();
    await fill(/^Name/, 'Birch Clinic');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
    expect(address()).toBe(here);
    confirm.mockReturnValue(true);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(address()).toBe('/admin/organizations'));
  });
  it('are not asked about where nothing was changed', async () => {
    const confirm = vi.spyOn(window, 'confirm');
    const { address } = openEditor();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(address()).toBe('/admin/organizations'));
    expect(confirm).not.toHaveBeenCalled();
  });
});

const conflict = new HttpError('The record was changed since you loaded it.', 409, {
  code: 'E-VERSION-CONFLICT',
});
/** The organization as another user saved it after it was loaded: a save is refused unless it has this version. */
const conflicting = (remote: Partial<ReturnType<typeof organization>>) => {
  const stored = [organization(), organization({ ...remote, version: 8 })];
  return {
    'organizations.get': () => (stored.length > 1 ? stored.shift() : stored[0]),
    'organizations.update': ({ body }: { body: { version: number } }) =>
      body.version === 8 ? organization({ version: 9 }) : conflict,
  };
};

describe('version conflict', () => {
  it('shows each field both changed and saves what was chosen on top of the other version', async () => {
    const { address, lastInput } = openEditor({
      ...conflicting({ name: 'Theirs Clinic', npi: '1234567893', fax: '303-555-0199' }),
      'organizations.npi': () => new Promise(() => undefined),
    });
    await fill(/^Name/, 'Mine Clinic');
    await save();
    const modal = within(await screen.findByRole('dialog', { name: 'Aspen Grove Clinic was changed meanwhile' }));
    expect(modal.getByText('Theirs Clinic')).toBeTruthy();
    expect(modal.getByText('Mine Clinic')).toBeTruthy();
    expect(modal.getByText('Fax: 303-555-0199')).toBeTruthy();
    const again = modal.getByRole<HTMLButtonElement>('button', { name: 'Save again' });
    expect(again.disabled).toBe(true);
    fireEvent.click(modal.getByRole('radio', { name: 'Keep mine: Name' }));
    fireEvent.click(again);
    await waitFor(() => expect(address()).toBe('/admin/organizations'));
    expect(lastInput('organizations.update')).toMatchObject({
      body: { name: 'Mine Clinic', fax: '303-555-0199', version: 8 },
    });
  });
  it('can take remote', async () => {
    const { inputsOf, lastInput } = openEditor(conflicting({ name: 'Theirs Clinic' }));
    await fill(/^Name/, 'Mine Clinic');
    await save();
    const modal = within(await screen.findByRole('dialog'));
    fireEvent.click(modal.getByRole('radio', { name: 'Take theirs: Name' }));
    fireEvent.click(modal.getByRole('button', { name: 'Save again' }));
    await waitFor(() => expect(inputsOf('organizations.update')).toHaveLength(2));
    expect(lastInput('organizations.update')).toMatchObject({ body: { name: 'Theirs Clinic', version: 8 } });
  });
  it('overwrites nothing after the question was closed: the next save asks again', async () => {
    const { lastInput } = openEditor(conflicting({ name: 'Theirs Clinic' }));
    await fill(/^Name/, 'Mine Clinic');
    await save();
    const dialog = { name: 'Aspen Grove Clinic was changed meanwhile' };
    fireEvent.click(within(await screen.findByRole('dialog', dialog)).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await save();
    const modal = within(await screen.findByRole('dialog', dialog));
    expect(modal.getByText('Theirs Clinic')).toBeTruthy();
    expect(lastInput('organizations.update')).toMatchObject({ body: { name: 'Mine Clinic', version: 3 } });
  });
  it('asks nothing when only something this form does not hold was changed', async () => {
    const { address, lastInput } = openEditor(conflicting({ isEnabled: false }));
    await fill(/^Name/, 'Mine Clinic');
    await save();
    await waitFor(() => expect(address()).toBe('/admin/organizations'));
    expect(lastInput('organizations.update')).toMatchObject({ body: { name: 'Mine Clinic', version: 8 } });
  });
});
