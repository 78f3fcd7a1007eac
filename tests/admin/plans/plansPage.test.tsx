import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { plans } from '../../../admin/plans/index.ts';
import type { Plan } from '../../../shared/contract/plans.ts';
import { planFeatures } from '../../../shared/rules/plan.ts';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, openResource, press, save } from '../components/recordScreen.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const id = '018f0000-0000-7000-8000-0000000000a1';
const priced = { monthlyPriceCents: 11900, features: ['forward', 'reply'] as Plan['features'] };
const plan = (change: Partial<Plan> = {}): Plan => ({
  id,
  name: 'Professional',
  tierCode: 'PRO',
  allowedUsers: 25,
  ...priced,
  organizationCount: 4,
  version: 3,
  ...change,
});
const open = (responses: Readonly<Record<string, unknown>>, below = '') =>
  openResource(plans, { 'plans.get': plan(), 'plans.list': pageOf(plan()), ...responses }, below);
const conflict = new HttpError('The record was changed.', 409, { code: 'E-VERSION-CONFLICT', errors: {} });

describe('list of plans', () => {
  it('shows each with its limit, unlimited in words', async () => {
    open({ 'plans.list': pageOf(plan(), plan({ id: 'b', name: 'Enterprise', allowedUsers: -1 })) });
    expect(await screen.findByRole('link', { name: 'Professional' })).toBeTruthy();
    const [, first, second] = screen.getAllByRole('row');
    expect(within(first as HTMLElement).getByText('25')).toBeTruthy();
    expect(within(second as HTMLElement).getByText('Unlimited')).toBeTruthy();
  });
  it('asks for the page, size, search and order of its address', async () => {
    const { lastInput } = open(
      { 'plans.list': { items: [plan()], totalCount: 60 } },
      '?filter=%7B%22q%22%3A%22pro%22%7D&page=2&perPage=25&sort=name&order=DESC',
    );
    await screen.findByRole('link', { name: 'Professional' });
    expect(lastInput('plans.list')).toEqual({
      query: { pageNumber: 2, pageSize: 25, search: 'pro', sortDir: 'desc' },
    });
  });
  it('opens a row, and a new one', async () => {
    const { address } = open({ 'plans.list': pageOf(plan()) });
    fireEvent.click(await screen.findByText('PRO'));
    await waitFor(() => expect(address()).toBe(`/admin/plans/${id}`));
    cleanup();
    const again = open({ 'plans.list': pageOf() });
    expect(await screen.findByText('No plans yet')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Add plan' }));
    expect(again.address()).toBe('/admin/plans/add');
  });
  it('says what failed and tries again', async () => {
    let fails = true;
    open({ 'plans.list': () => (fails ? new HttpError('The plans are asleep.', 503, {}) : pageOf(plan())) });
    expect(await screen.findByText('The plans are asleep.')).toBeTruthy();
    fails = false;
    await press('Retry');
    expect(await screen.findByRole('link', { name: 'Professional' })).toBeTruthy();
  });
});

describe('a plan', () => {
  it('is made with a number of users', async () => {
    const { lastInput, address } = open({ 'plans.list': pageOf(), 'plans.create': plan() }, 'add');
    await fill(/^Name/, ' Team ');
    await fill(/^Tier code/, 'TEAM');
    await fill(/^Allowed users/, '12');
    await save();
    expect(await screen.findByText('The plan was saved successfully.')).toBeTruthy();
    expect(lastInput('plans.create')).toEqual({
      body: { name: 'Team', tierCode: 'TEAM', allowedUsers: 12, monthlyPriceCents: 0, features: [...planFeatures] },
    });
    await waitFor(() => expect(address()).toBe('/admin/plans'));
  });
  it('is unlimited by a switch, and then takes no number', async () => {
    const { lastInput } = open({ 'plans.list': pageOf(), 'plans.update': plan({ version: 4 }) }, id);
    fireEvent.click(await screen.findByRole('switch', { name: 'Unlimited' }));
    expect((await field(/^Allowed users/)).disabled).toBe(true);
    await save();
    await screen.findByText('The plan was saved successfully.');
    expect(lastInput('plans.update')).toEqual({
      params: { id },
      body: { name: 'Professional', tierCode: 'PRO', allowedUsers: -1, ...priced, version: 3 },
    });
  });
  it('is not sent incomplete, or with a number that is none', async () => {
    const { inputsOf } = open({}, 'add');
    await fill(/^Allowed users/, '0');
    await save();
    expect(await screen.findByText('Please fill out all required fields.')).toBeTruthy();
    expect(screen.getAllByText(/Enter a whole number from 1 to 1,000,000\./).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('link', { name: 'Tier code' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('field-tierCode'));
    expect(inputsOf('plans.create')).toEqual([]);
  });
  it('puts what the server refuses at its field', async () => {
    const text = 'This name already exists.';
    open({ 'plans.create': new HttpError(text, 409, { code: 'E-NAME-TAKEN', errors: { name: text } }) }, 'add');
    await fill(/^Name/, 'Professional');
    await fill(/^Tier code/, 'PRO');
    await fill(/^Allowed users/, '3');
    await save();
    expect(await screen.findByText(`There was an error saving this plan. ${text}`)).toBeTruthy();
    expect((await field(/^Name/)).getAttribute('aria-invalid')).toBe('true');
  });
  it('leads to the organizations that have it', async () => {
    open({}, id);
    const link = await screen.findByRole('link', { name: '4 organizations' });
    const filter = new URL(link.getAttribute('href') ?? '', 'https://x.test').searchParams.get('filter') ?? '';
    expect(JSON.parse(filter)).toEqual({ planId: id });
  });
  it('says that there is none of this id', async () => {
    open({ 'plans.get': new HttpError('must be an id', 400, {}) }, 'nonsense');
    expect(await screen.findByText('This record does not exist or was deleted.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
  it('asks before typed changes are lost', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const { address } = open({}, id);
    await fill(/^Name/, 'Other');
    await press('Cancel');
    await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
    expect(address()).toBe(`/admin/plans/${id}`);
    expect((await field(/^Name/)).value).toBe('Other');
  });
});

describe('a plan somebody else saved in the meantime', () => {
  const remote = plan({ name: 'Professional Plus', tierCode: 'PLUS', version: 4 });
  const openConflict = async (now = remote) => {
    let saves = 0;
    let reads = 0;
    const opened = open(
      {
        'plans.list': pageOf(),
        'plans.get': () => (reads++ === 0 ? plan() : now),
        'plans.update': () => (saves++ === 0 ? conflict : plan({ version: 5 })),
      },
      id,
    );
    await fill(/^Name/, 'Pro');
    await save();
    expect(await screen.findByRole('dialog', { name: 'Professional was changed meanwhile' })).toBeTruthy();
    return opened;
  };
  it('takes no input while it runs', async () => {
    const saving = Promise.withResolvers<unknown>();
    open({ 'plans.list': pageOf(), 'plans.get': plan(), 'plans.update': () => saving.promise }, id);
    await fill(/^Name/, 'Pro');
    await save();
    await waitFor(() => expect(screen.getByLabelText(/^Name/).closest('[inert]')).not.toBeNull());
    saving.reject(new HttpError('The service is not available.', 503, {}));
    await waitFor(() => expect(screen.getByLabelText(/^Name/).closest('[inert]')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Pro');
  });
  it('is an error after some saves that the server refuses although no field of the form differs', async () => {
    const { inputsOf } = open({ 'plans.list': pageOf(), 'plans.get': plan(), 'plans.update': conflict }, id);
    await fill(/^Name/, 'Pro');
    await save();
    expect(await screen.findByText('Professional was changed meanwhile')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(inputsOf('plans.update')).toHaveLength(4);
  });
  it('shows both values of a field, and takes over what only they changed', async () => {
    const { lastInput } = await openConflict();
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText('Professional Plus')).toBeTruthy();
    expect(within(dialog).getByText('Tier code: PLUS')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save again' }).disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Keep mine: Name' }));
    await press('Save again');
    await screen.findByText('The plan was saved successfully.');
    expect(lastInput('plans.update')).toEqual({
      params: { id },
      body: { name: 'Pro', tierCode: 'PLUS', allowedUsers: 25, ...priced, version: 4 },
    });
  });
  it('asks for no choice where they changed other fields only', async () => {
    const { lastInput } = await openConflict(plan({ tierCode: 'PLUS', version: 4 }));
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText(/^Other fields of it were saved while you were editing/)).toBeTruthy();
    expect(within(dialog).queryByRole('radio')).toBeNull();
    await press('Save again');
    await waitFor(() => expect(lastInput('plans.update')).toMatchObject({ body: { name: 'Pro', tierCode: 'PLUS' } }));
  });
  it('is not overwritten by closing the question and saving once more', async () => {
    const { lastInput } = await openConflict();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await save();
    await waitFor(() => expect(lastInput('plans.update')).toMatchObject({ body: { version: 3 } }));
  });
});

describe('deleting a plan', () => {
  const begin = async (response: unknown) => {
    const opened = open({ 'plans.list': pageOf(), 'plans.delete': response }, id);
    await press('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete Professional?' });
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    expect(confirm.disabled).toBe(true);
    fireEvent.change(within(dialog).getByLabelText(/Type/), { target: { value: 'Professional' } });
    fireEvent.click(confirm);
    return opened;
  };
  it('wants its name typed and leads back to the list', async () => {
    const { address } = await begin(undefined);
    expect(await screen.findByText('The plan was deleted successfully.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/admin/plans'));
  });
  it('says what uses it', async () => {
    const text = 'Professional is in use by 4 organizations.';
    const { address } = await begin(new HttpError(text, 409, { code: 'E-IN-USE', messages: [text] }));
    expect(await screen.findByText(`There was an error deleting this plan. ${text}`)).toBeTruthy();
    expect(address()).toBe(`/admin/plans/${id}`);
  });
});
