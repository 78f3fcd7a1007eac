import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { calendarOf } from '../../../admin/emergencies/emergencyModel.ts';
import { emergencies } from '../../../admin/emergencies/index.ts';
import type { Emergency } from '../../../shared/contract/emergencies.ts';
import { field, fill, openResource, press } from '../components/recordScreen.tsx';
import { allOrSome } from '../../support/isHard.ts';

afterEach(cleanup);

const id = '018f0000-0000-7000-8000-0000000000e1';
const agencies = [
  { name: 'Harbor County Health', oid: '2.16.840.1.113883.3.1' },
  { name: 'High Desert Public Health', oid: '2.16.840.1.113883.3.2' },
];
const emergency = (change: Partial<Emergency> = {}): Emergency => ({
  id,
  name: 'Hurricane Odette',
  disabledDate: null,
  organizations: agencies,
  isDisabled: false,
  state: 'active',
  startDate: '2026-10-01',
  version: 3,
  ...change,
});
const today = '2026-11-25';
const pageOf = (...items: Emergency[]) => ({ items, totalCount: items.length, today });
const impact = {
  organizationCount: 2,
  userCount: 7,
  organizations: [
    { ...agencies[0], organizationCount: 2, userCount: 7 },
    { ...agencies[1], organizationCount: 0, userCount: 0 },
  ],
};
const open = (responses: Readonly<Record<string, unknown>> = {}, below = '') =>
  openResource(
    emergencies,
    {
      'emergencies.list': pageOf(emergency()),
      'emergencies.get': emergency(),
      'emergencies.impact': impact,
      'emergencies.candidates': { items: [{ name: 'Lakes Region Services', oid: '2.16.840.1.113883.3.3' }] },
      ...responses,
    },
    below,
  );

describe('the list of emergencies', () => {
  it('has the organizations in 30 characters with the whole text behind, dates and states, and leads to the other tab', async () => {
    open({
      'emergencies.list': pageOf(
        emergency(),
        emergency({ id: `${id.slice(0, -1)}2`, name: 'Flood', disabledDate: '2026-12-07', state: 'scheduled' }),
        emergency({
          id: `${id.slice(0, -1)}3`,
          name: 'Smoke',
          disabledDate: today,
          state: 'disabled',
          isDisabled: true,
        }),
      ),
    });
    const table = await screen.findByRole('table');
    const [cut] = within(table).getAllByText('Harbor County Health, High Des…');
    expect(cut?.getAttribute('aria-describedby') ?? cut?.title).toBeTruthy();
    expect(within(table).getByText('12/07/2026')).toBeTruthy();
    for (const state of ['Active', 'Scheduled (still active)', 'Disabled'])
      expect(within(table).getByText(state)).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Organizations' }).getAttribute('href')).toBe(
      '/admin/emergencies/organizations',
    );
    // Scheduled and active ones can be disabled, disabled ones enabled.
    for (const name of ['Disable Hurricane Odette', 'Disable Flood', 'Enable Smoke'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Disable Smoke' })).toBeNull();
    const calendar = screen.getByRole('region', { name: 'Calendar' });
    expect(within(calendar).getByRole('link', { name: '1 scheduled (still active)' })).toBeTruthy();
    expect(within(calendar).getByText('active since 10/01/2026, to be disabled on 12/07/2026')).toBeTruthy();
  });
  it('says that there are none', async () => {
    open({ 'emergencies.list': pageOf() });
    expect(await screen.findByText('No emergencies have been added.')).toBeTruthy();
  });
  it('shows the error of a list that could not be loaded', async () => {
    open({ 'emergencies.list': new HttpError('The service is not available right now.', 503, {}) });
    expect(await screen.findByText('Error loading emergencies.')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Retry' }).length).toBeGreaterThan(0);
  });
});

describe('the emergency modal', () => {
  const typeOrganization = async (...texts: string[]) => {
    const input = await field(/^Organizations/);
    fireEvent.focus(input);
    for (const value of texts) fireEvent.change(input, { target: { value } });
  };
  const chooseOrganization = async () => {
    await typeOrganization('l', 'lakes');
    // The text stays while the choices arrive.
    const option = await screen.findByRole('option', { name: 'Lakes Region Services' });
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Organizations/ }).value).toBe('lakes');
    fireEvent.click(option);
  };

  it('adds an emergency and closes by itself about 2 seconds later', async () => {
    const { inputsOf, lastInput } = open({ 'emergencies.create': emergency() });
    await press('Add emergency');
    await fill(/^Name/, ' New emergency ');
    await chooseOrganization();
    const date = await field('Disabled Date');
    fireEvent.change(date, { target: { value: '010291' } });
    fireEvent.blur(date);
    await press('Save');
    expect(await screen.findByText('Emergency saved.')).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(lastInput('emergencies.create')).toMatchObject({
      body: {
        name: 'New emergency',
        disabledDate: '2091-01-02',
        organizations: [{ name: 'Lakes Region Services', oid: '2.16.840.1.113883.3.3' }],
      },
    });
    // Not for one character, and once for those typed within 300 ms.
    expect(inputsOf('emergencies.candidates')).toEqual([{ query: { search: 'lakes' } }]);
  });

  it('adds an organization to those that it has', async () => {
    const { lastInput } = open({ 'emergencies.save': emergency() });
    await press('Edit Hurricane Odette');
    await chooseOrganization();
    await press('Save');
    await press('Close');
    const added = { name: 'Lakes Region Services', oid: '2.16.840.1.113883.3.3' };
    expect(lastInput('emergencies.save')).toMatchObject({ body: { organizations: [...agencies, added] } });
  });

  it.each(
    allOrSome(
      [
        ['12/31/2091', '2091-12-31'],
        ['1/2/91', '2091-01-02'],
        ['12312091', '2091-12-31'],
        ['123191', '2091-12-31'],
      ],
      1,
    ),
  )('takes the date %s, typed or pasted', { tags: ['scaled'] }, async (typed, stored) => {
    const { lastInput } = open({ 'emergencies.save': emergency() });
    for (const isPasted of [false, true]) {
      await press('Edit Hurricane Odette');
      const date = await field('Disabled Date');
      if (isPasted) fireEvent.paste(date, { clipboardData: { getData: () => typed } });
      else fireEvent.change(date, { target: { value: typed } });
      fireEvent.blur(date);
      // Who is affected stands in the modal before it is saved.
      expect(await screen.findByText(/2 organizations of the platform, 7 users/)).toBeTruthy();
      await press('Save');
      await press('Close');
      expect(lastInput('emergencies.save')).toMatchObject({ body: { id, version: 3, disabledDate: stored } });
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('is not sent without name, organization or a date that exists', async () => {
    const { inputsOf } = open();
    await press('Add emergency');
    const date = await field('Disabled Date');
    fireEvent.change(date, { target: { value: '2/30/2027' } });
    fireEvent.blur(date);
    await press('Save');
    expect(await screen.findByText('Organizations is required.')).toBeTruthy();
    expect((await field(/^Name/)).getAttribute('aria-invalid')).toBe('true');
    expect((await field('Disabled Date')).getAttribute('aria-invalid')).toBe('true');
    expect(inputsOf('emergencies.create')).toEqual([]);
  });

  it('shows the message of the server when the save fails, and stays open', async () => {
    const text = 'This name already exists.';
    open({ 'emergencies.save': new HttpError(text, 409, { code: 'E-NAME-TAKEN', errors: { name: text } }) });
    await press('Edit Hurricane Odette');
    await field(/^Name/);
    await press('Save');
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('says when the emergency or the organizations cannot be loaded', async () => {
    const failure = new HttpError('The service is not available right now.', 503, {});
    open({ 'emergencies.get': failure, 'emergencies.candidates': failure });
    await press('Edit Hurricane Odette');
    expect(await screen.findByText('Error retrieving emergency')).toBeTruthy();
    await press('Cancel');
    await press('Add emergency');
    await typeOrganization('lakes');
    expect(await screen.findByText(/^Error loading organizations\. The service/)).toBeTruthy();
  });
});

describe('a switch of an emergency', () => {
  it('shows who is affected before it is sent', async () => {
    const { inputsOf, lastInput } = open({ 'emergencies.disable': emergency({ state: 'disabled' }) });
    await press('Disable Hurricane Odette');
    const dialog = await screen.findByRole('dialog', { name: 'Disable Hurricane Odette?' });
    expect(await within(dialog).findByText(/2 organizations of the platform, 7 users/)).toBeTruthy();
    expect(within(dialog).getByText('Harbor County Health: 7 users')).toBeTruthy();
    expect(inputsOf('emergencies.disable')).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('Emergency saved.')).toBeTruthy();
    expect(lastInput('emergencies.disable')).toEqual({ params: { id }, body: { version: 3 } });
  });
  it.each([
    ['Disable', 'disable', 'Error disabling emergency', {}],
    ['Enable', 'enable', 'Error enabling emergency', { state: 'disabled', isDisabled: true, disabledDate: today }],
  ] as const)('%s that fails keeps the dialog with the reason', async (button, row, text, change) => {
    const failure = new HttpError('Another user changed the record.', 409, {
      messages: ['Another user changed the record.'],
    });
    open({ 'emergencies.list': pageOf(emergency(change)), [`emergencies.${row}`]: failure });
    await press(`${button} Hurricane Odette`);
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: button }));
    expect(await within(dialog).findByText(`${text} Another user changed the record.`)).toBeTruthy();
  });
});

describe('the calendar', () => {
  const named = (name: string, startDate: string, disabledDate: string | null): Emergency => {
    const state = disabledDate === null ? 'active' : disabledDate > today ? 'scheduled' : 'disabled';
    return emergency({ name, startDate, disabledDate, state, isDisabled: state === 'disabled' });
  };
  it('has active and scheduled ones first, the latest of the ended ones, and nothing outside its axis', () => {
    const all = [
      named('ended long ago', '2020-01-01', '2021-01-01'),
      named('ended in May', '2026-01-01', '2026-05-05'),
      named('ended yesterday', '2026-11-01', '2026-11-24'),
      named('scheduled', '2026-11-20', '2026-12-24'),
      named('active', '2019-01-01', null),
      named('scheduled far', '2026-11-20', '2099-01-01'),
    ];
    const { bars, today: now, hidden } = calendarOf(all, today, 4);
    expect(bars.map((bar) => bar.emergency.name)).toEqual(['scheduled', 'scheduled far', 'active', 'ended yesterday']);
    expect(hidden).toBe(1);
    for (const { from, to } of bars) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(100);
      expect(from).toBeLessThanOrEqual(to);
    }
    expect(now).toBeGreaterThan(bars[3]?.to ?? 0);
    expect(calendarOf([], today, 4).bars).toEqual([]);
  });
});
