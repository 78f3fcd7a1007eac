import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { emergencies } from '../../../admin/emergencies/index.ts';
import { field, fill, openPage, press } from '../components/recordScreen.tsx';

afterEach(cleanup);

const known = { oid: '2.16.840.1.113883.3.1', name: 'Harbor County Health', version: 2 };
const Page = emergencies.organizations;
const open = (responses: Readonly<Record<string, unknown>> = {}) =>
  openPage('/admin/emergencies/organizations', <Page />, { 'interop.list': { value: [known] }, ...responses });
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

describe('known emergency organizations', () => {
  it('are listed with name and OID', async () => {
    open();
    expect(await screen.findByText('Harbor County Health')).toBeTruthy();
    expect(screen.getByText(known.oid)).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Organizations', selected: true })).toBeTruthy();
  });
  it('have an empty state with a link that adds one', async () => {
    open({ 'interop.list': { value: [] } });
    expect(await screen.findByText('No organizations have been added.')).toBeTruthy();
    await press('Add');
    expect(await screen.findByRole('dialog', { name: 'Add organization' })).toBeTruthy();
  });
  it('show the error of a list that could not be loaded', async () => {
    open({ 'interop.list': new HttpError('The network does not respond.', 503, {}) });
    expect(await screen.findByText('Error loading organizations.')).toBeTruthy();
    expect(screen.getByText('The network does not respond.')).toBeTruthy();
  });
  it.each([
    ['health', 'name~health'],
    ['.3.1', 'oid~.3.1'],
  ])('are searched by %s in the command as well', async (q, condition) => {
    const below = `?filter=${encodeURIComponent(JSON.stringify({ q }))}`;
    openPage('/admin/emergencies/organizations', <Page />, { 'interop.list': { value: [known] } }, below);
    await press('Copy as command');
    const text = (await screen.findByText(/^carepost/)).textContent;
    expect(text).toBe(`carepost emergencies organizations list --where '${condition}'`);
  });
  it('are removed after the confirmation of the specification', async () => {
    const { lastInput } = open({ 'interop.delete': undefined });
    await press('Delete Harbor County Health');
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog).getByText(
        'Are you sure you want to remove Harbor County Health from the list of known PUBLICHEALTH emergencies?',
      ),
    ).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Organization removed.')).toBeTruthy();
    expect(lastInput('interop.delete')).toEqual({ params: { oid: known.oid }, ifMatch: 2 });
  });
});

describe('a new emergency organization', () => {
  it('gets its name from the lookup, once after the last key; until then it cannot be saved', async () => {
    const { inputsOf, lastInput } = open({
      'interop.lookUp': { value: { orgId: '2.16.840.1.9', displayName: 'High Desert Agency' } },
      'interop.save': { value: known },
    });
    await press('Add organization');
    expect(saveButton().disabled).toBe(true);
    for (const oid of ['2.16', '2.16.840', '2.16.840.1', 'urn:oid:2.16.840.1.9']) await fill(/^OID/, oid);
    expect(saveButton().disabled).toBe(true);
    const name = await field(/^Name/);
    expect(name.readOnly).toBe(true);
    await waitFor(() => expect(name.value).toBe('High Desert Agency'));
    expect(inputsOf('interop.lookUp')).toEqual([{ body: { orgId: '2.16.840.1.9' } }]);
    await waitFor(() => expect(saveButton().disabled).toBe(false));
    await press('Save');
    expect(await screen.findByText('Organization saved.')).toBeTruthy();
    expect(lastInput('interop.save')).toEqual({ body: { oid: 'urn:oid:2.16.840.1.9', name: 'High Desert Agency' } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it.each([
    ['has no name', { value: null }, 'No organizations found'],
    ['is not found', new HttpError('There is no such record.', 404, {}), 'No organizations found'],
    [
      'cannot be looked up',
      new HttpError('The network does not respond.', 503, {}),
      'Error searching for organization The network does not respond.',
    ],
  ])('whose OID %s cannot be saved', async (_case, response, text) => {
    open({ 'interop.lookUp': response });
    await press('Add organization');
    await fill(/^OID/, '2.16.840.1.9');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(saveButton().disabled).toBe(true);
  });
  it('with a text that is no OID is not looked up', async () => {
    const { inputsOf } = open();
    await press('Add organization');
    await fill(/^OID/, 'none');
    fireEvent.blur(await field(/^OID/));
    expect(await screen.findByText(/^Enter a valid OID/)).toBeTruthy();
    expect(inputsOf('interop.lookUp')).toEqual([]);
  });
});

it('an emergency organization is saved with its version, under its present name in the network', async () => {
  const { lastInput } = open({
    'interop.lookUp': { value: { orgId: known.oid, displayName: 'Harbor County Health District' } },
    'interop.save': { value: known },
  });
  await press('Edit Harbor County Health');
  expect((await field(/^OID/)).readOnly).toBe(true);
  const name = await field(/^Name/);
  await waitFor(() => expect(name.value).toBe('Harbor County Health District'));
  await press('Save');
  expect(await screen.findByText('Organization saved.')).toBeTruthy();
  expect(lastInput('interop.save')).toEqual({
    body: { oid: known.oid, name: 'Harbor County Health District', version: 2 },
  });
});
