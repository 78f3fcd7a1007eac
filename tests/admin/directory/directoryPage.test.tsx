import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FindProviderDialog } from '../../../admin/components/directory/FindProviderDialog.tsx';
import { DirectoryPage } from '../../../admin/directory/DirectoryPage.tsx';
import type { DirectoryListing } from '../../../shared/contract/directory.ts';
import type { RequestInput, Responses } from '../../support/contractApi.ts';
import { renderAt } from '../components/renderAt.tsx';

afterEach(cleanup);

const listing = (fields: Partial<DirectoryListing> = {}): DirectoryListing => ({
  directAddress: 'ann@direct.example.org',
  organizationName: 'Lakeside Clinic',
  lastName: 'Baker',
  firstName: 'Ann',
  middleName: 'C.',
  clinicName: 'Lakeside Clinic',
  phonePrimary: '5550100100',
  fax: '5550100101',
  standardizedAddressLine1: '1 Main Street',
  standardizedCity: 'Phoenix',
  standardizedState: 'AZ',
  standardizedZip: '85001',
  source: 'Platform',
  ...fields,
});
const clinic = (number: number) =>
  listing({
    directAddress: `c${number}@direct.example.org`,
    organizationName: `Clinic ${number}`,
    lastName: null,
    firstName: null,
    middleName: null,
    clinicName: null,
  }); // prettier-ignore

interface Found {
  providers?: readonly DirectoryListing[];
  organizations?: readonly DirectoryListing[];
  totals?: readonly [number, number];
}
const found = ({ providers = [], organizations = [], totals }: Found, more: object = {}) => ({
  providers,
  organizations,
  totalProvidersCount: totals?.[0] ?? providers.length,
  totalOrganizationsCount: totals?.[1] ?? organizations.length,
  nationalDirectory: 'Searched',
  hasSimilarProviders: false,
  hasSimilarOrganizations: false,
  ...more,
});

const open = (responses: Responses, at = '/account/directory') =>
  renderAt({
    routes: { '/account/directory': <DirectoryPage /> },
    at,
    responses: { 'directory.ownAddresses': { items: [] }, ...responses },
  });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('the search', () => {
  it('shows a provider with address, clinic, place and numbers', async () => {
    const { lastInput } = open({ 'directory.search': found({ providers: [listing()] }) });
    type('Provider last name', ' Baker ');
    type('Zip', '85-001x');
    press('Search');
    const row = within(await screen.findByRole('listitem'));
    expect(row.getByText('Ann C. Baker')).toBeTruthy();
    for (const text of ['ann@direct.example.org', 'Lakeside Clinic', '1 Main Street', 'Phoenix, AZ 85001'])
      expect(row.getByText(text)).toBeTruthy();
    expect(row.queryByRole('checkbox')).toBeNull();
    expect(lastInput('directory.search')).toEqual({
      body: { lastName: 'Baker', zip: '85001', providerPageStart: 1, organizationPageStart: 1, pageSize: 10 },
    });
    fireEvent.click(row.getByRole('button', { name: 'Phone and fax of Ann C. Baker' }));
    const numbers = within(await screen.findByRole('dialog'));
    expect(numbers.getByText('Primary Phone').nextElementSibling?.textContent).toBe('(555) 010-0100');
    expect(numbers.getByText('Fax').nextElementSibling?.textContent).toBe('555-010-0101');
  });

  it('copies an address, and says where there is none', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    open({ 'directory.search': found({ providers: [listing(), listing({ directAddress: null, lastName: 'Cole' })] }) });
    type('City', 'Phoenix');
    fireEvent.submit(screen.getByRole('form', { name: 'Find Provider' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Copy the direct address of Ann C. Baker' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledExactlyOnceWith('ann@direct.example.org'));
    expect(screen.getByText('DIRECT address is not available.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy the direct address of Ann C. Cole' })).toBeNull();
  });

  it('sends nothing without a value; its button is disabled while it runs, and Enter searches for the new values instead', async () => {
    const answers: ((value: unknown) => void)[] = [];
    const search = vi.fn(() => new Promise((resolve) => answers.push(resolve)));
    open({ 'directory.search': search });
    type('City', '  ');
    press('Search');
    expect(await screen.findByText('Enter at least one value to search for.')).toBeTruthy();
    expect(search).not.toHaveBeenCalled();
    type('City', 'Phoenix');
    expect(screen.queryByText('Enter at least one value to search for.')).toBeNull();
    press('Search');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Search' })).toHaveProperty('disabled', true));
    type('City', 'Tucson');
    const form = screen.getByRole('form', { name: 'Find Provider' });
    // What Enter presses.
    expect(form.querySelector('[type="submit"]')).toHaveProperty('disabled', false);
    fireEvent.submit(form);
    await waitFor(() => expect(search).toHaveBeenCalledTimes(2));
    expect(search).toHaveBeenLastCalledWith(
      expect.objectContaining({ body: expect.objectContaining({ city: 'Tucson' }) }),
    );
    answers[0]?.(found({ providers: [listing()] }));
    answers[1]?.(found({}));
    expect(await screen.findByText('No provider matches.')).toBeTruthy();
    expect(screen.queryByText('Ann C. Baker')).toBeNull();
    expect(screen.getByRole('button', { name: 'Search' })).toHaveProperty('disabled', false);
  });

  it('lists no earlier results after a search without a value', async () => {
    open({ 'directory.search': found({ providers: [listing()] }) });
    type('City', 'Phoenix');
    press('Search');
    expect(await screen.findByText('Ann C. Baker')).toBeTruthy();
    type('City', '');
    press('Search');
    expect(await screen.findByText('Enter at least one value to search for.')).toBeTruthy();
    expect(screen.queryByText('Ann C. Baker')).toBeNull();
  });

  it('has its tab in the address and nothing that was searched for', async () => {
    const organizations = Array.from({ length: 10 }, (_, index) => clinic(index));
    const { address } = open({ 'directory.search': found({ organizations, totals: [0, 412] }) });
    type('Organization name', 'Clinic');
    press('Search');
    expect(await screen.findByRole('tab', { name: 'Providers (0)', selected: true })).toBeTruthy();
    expect(address()).toBe('/account/directory');
    press('Show organizations');
    expect(await screen.findByText('Clinic 9')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Organizations (99+)', selected: true })).toBeTruthy();
    expect(address()).toBe('/account/directory?tab=organizations');
  });

  it('loads the next page near the bottom, keeps what is there when that fails, and ends with the total', async () => {
    const pages = [0, 10, 20].map((start) =>
      Array.from({ length: start === 20 ? 2 : 10 }, (_, index) => clinic(start + index)),
    );
    let isDown = true;
    const search = vi.fn(({ body }: RequestInput) => {
      const start = (body as { organizationPageStart: number }).organizationPageStart;
      if (start === 2 && isDown) throw new HttpError('Down', 503, { code: 'E-UNAVAILABLE', messages: ['Down'] });
      return found({ organizations: pages[start - 1] ?? [], totals: [0, 22] });
    });
    open({ 'directory.search': search }, '/account/directory?tab=organizations');
    type('State', 'AZ');
    press('Search');
    await screen.findByText('Clinic 9');
    const area = screen.getByRole('tabpanel');
    expect(getComputedStyle(area).maxHeight).toBe('275px');
    const scroll = (scrollTop: number) => {
      Object.defineProperties(area, {
        scrollHeight: { value: 1000, configurable: true },
        clientHeight: { value: 275, configurable: true },
        scrollTop: { value: scrollTop, configurable: true },
      });
      fireEvent.scroll(area);
    };
    scroll(719);
    expect(search).toHaveBeenCalledOnce();
    scroll(720);
    expect(await screen.findByText('The next results could not be loaded.')).toBeTruthy();
    expect(screen.getByText('Clinic 0')).toBeTruthy();
    isDown = false;
    press('Retry');
    expect(await screen.findByText('Clinic 19')).toBeTruthy();
    scroll(725);
    expect(await screen.findByText('Clinic 21')).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(22);
    const calls = search.mock.calls.length;
    scroll(725);
    await waitFor(() => expect(search).toHaveBeenCalledTimes(calls));
  });

  it('says that names are similar only, and that the national directory is missing', async () => {
    const more = { nationalDirectory: 'Unavailable', hasSimilarProviders: true };
    open({ 'directory.search': found({ providers: [listing()] }, more) });
    type('Provider first name', 'Anm');
    press('Search');
    expect(await screen.findByText('Nothing is written exactly like that. These are similar.')).toBeTruthy();
    expect(screen.getByText(/^The national directory did not respond\./)).toBeTruthy();
  });

  it('shows the text of a refused field at the field, and another failure with Retry', async () => {
    const refused = { code: 'E-REQUEST-INVALID', errors: { city: 'is odd' }, messages: ['is odd'] };
    let error: HttpError | undefined = new HttpError('Refused', 400, refused);
    open({
      'directory.search': () => {
        if (error) throw error;
        return found({ providers: [listing()] });
      },
    });
    type('City', '?');
    press('Search');
    await waitFor(() => expect(screen.getByLabelText('City').getAttribute('aria-invalid')).toBe('true'));
    error = new HttpError('Down', 503, { code: 'E-UNAVAILABLE', messages: ['Down'] });
    press('Search');
    expect(await screen.findByText('The search failed.')).toBeTruthy();
    error = undefined;
    press('Retry');
    expect(await screen.findByText('Ann C. Baker')).toBeTruthy();
  });
});

describe('the dialog', () => {
  const openDialog = (onSelect?: (listings: readonly DirectoryListing[]) => void) => {
    const onClose = vi.fn();
    const dialog = <FindProviderDialog onClose={onClose} {...(onSelect ? { onSelect } : {})} />;
    const providers = [
      listing(),
      listing({ directAddress: 'bo@direct.example.org', firstName: 'Bo' }),
      listing({ directAddress: null, firstName: 'Cy' }),
    ]; // prettier-ignore
    renderAt({ routes: { '/': dialog }, at: '/', responses: { 'directory.search': found({ providers }) } });
    return onClose;
  };

  it('selects addresses where the caller takes some', async () => {
    const onSelect = vi.fn();
    const onClose = openDialog(onSelect);
    expect(screen.getByRole('button', { name: 'Select' })).toHaveProperty('disabled', true);
    type('City', 'Phoenix');
    press('Search');
    for (const name of ['Ann C. Baker', 'Bo C. Baker'])
      fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Ann C. Baker' }));
    expect(screen.queryByRole('checkbox', { name: 'Select Cy C. Baker' })).toBeNull();
    press('Select');
    expect(onSelect).toHaveBeenCalledExactlyOnceWith([
      expect.objectContaining({ directAddress: 'bo@direct.example.org' }),
    ]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('has only Close where it takes none', () => {
    const onClose = openDialog();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    press('Close');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('an invitation', () => {
  const openInvite = async (responses: Responses = {}) => {
    const view = open(responses);
    press("Don't see the provider you're looking for?");
    const dialog = within(await screen.findByRole('dialog', { name: 'Send an Invite' }));
    expect(dialog.getByText('Build Your Network')).toBeTruthy();
    return { ...view, dialog };
  };
  const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const send = () => press('Send');

  it('is sent with the address to share', async () => {
    const { dialog, lastInput } = await openInvite({
      'directory.ownAddresses': { items: [{ address: 'records@own.example', displayName: 'Records' }] },
      'users.sendInvitation': { id: '018f0000-0000-7000-8000-0000000000d2', remaining: 19 },
    });
    fill(/^To: full name/, 'Ann Baker');
    fill(/^Email address/, 'ann@clinic.example');
    fireEvent.mouseDown(await dialog.findByRole('combobox', { name: 'Share Your Direct Address' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Records (records@own.example)' }));
    send();
    expect(await screen.findByText('Invitation has been sent.')).toBeTruthy();
    expect(lastInput('users.sendInvitation')).toEqual({
      body: { fullName: 'Ann Baker', emailAddress: 'ann@clinic.example', directAddress: 'records@own.example' },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('marks all its fields and sends nothing while they are not valid', async () => {
    const { dialog } = await openInvite();
    send();
    expect(await dialog.findByText('To: full name is required.')).toBeTruthy();
    expect(dialog.getByText('Email address is required.')).toBeTruthy();
    fill(/^Email address/, 'ann@clinic');
    expect(await dialog.findByText('Enter a valid e-mail address.')).toBeTruthy();
  });

  it('stays open with the reason of a failure', async () => {
    const text = 'You have sent as many invitations as a user may send within 24 hours.';
    const { dialog } = await openInvite({
      'users.sendInvitation': new HttpError(text, 409, { code: 'E-INVITATION-LIMIT', messages: [text] }),
    });
    fill(/^To: full name/, 'Ann Baker');
    fill(/^Email address/, 'ann@clinic.example');
    send();
    expect(await dialog.findByText('An error occurred while sending the invitation.')).toBeTruthy();
    expect(dialog.getByText(text)).toBeTruthy();
  });
});
