import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import { registrations } from '../../../admin/registrations/index.ts';
import type { RegistrationItem } from '../../../shared/contract/registration.ts';
import { registrationStates } from '../../../shared/rules/registration.ts';
import { openResource, press } from '../components/recordScreen.tsx';

afterEach(cleanup);

const organizationId = '018f0000-0000-7000-8000-0000000000f0';
const item = (state: RegistrationItem['state'], at: number): RegistrationItem => ({
  id: `018f0000-0000-7000-8000-0000000000e${at}`,
  emailAddress: `${state.toLowerCase()}@clinic.example`,
  state,
  isInvited: at % 2 === 1,
  createDate: '2026-11-20T10:00:00.000Z',
  sentDate: '2026-11-20T10:00:00.000Z',
  mailCount: at + 1,
  expiresAt: '2026-11-21T10:00:00.000Z',
  organizationId: state === 'Completed' ? organizationId : null,
  organizationName: state === 'Completed' ? 'New Clinic' : null,
});
const items = registrationStates.map(item);
const [first] = items;
const open = (responses: Readonly<Record<string, unknown>> = {}, below = '') =>
  openResource(
    registrations,
    { 'registration.list': { items, totalCount: items.length }, 'registration.resend': first, ...responses },
    below,
  );
const confirm = async (question: string, label: string) => {
  const dialog = await screen.findByRole('dialog', { name: question });
  fireEvent.click(within(dialog).getByRole('button', { name: label }));
  return dialog;
};

it('lists what came of each, and offers mail and end where a link can still be used or came too late', async () => {
  const { lastInput } = open();
  const completed = (await screen.findByText('completed@clinic.example')).closest('tr');
  expect(
    within(completed ?? document.body)
      .getByRole('link', { name: 'New Clinic' })
      .getAttribute('href'),
  ).toBe(`/admin/organizations/${organizationId}`);
  // The end of a link is there where it can still be used or came too late.
  expect(
    registrationStates.filter((_state, at) => screen.getAllByRole('row')[at + 1]?.textContent?.includes('11/21/2026')),
  ).toEqual(['Open', 'Expired']);
  expect(lastInput('registration.list')).toEqual({ query: { pageNumber: 1, pageSize: 10, sortDir: 'desc' } });
  for (const name of ['Send the link to %s again', 'Cancel the registration of %s'])
    expect(
      registrationStates.filter((state) =>
        screen.queryByRole('button', { name: name.replace('%s', `${state.toLowerCase()}@clinic.example`) }),
      ),
    ).toEqual(['Open', 'Expired']);
});

it('mails a link again after a confirmation, and loads the list', async () => {
  let mailCount = 1;
  const { lastInput } = open({
    'registration.list': () => ({ items: [{ ...first, mailCount }], totalCount: 1 }),
    'registration.resend': () => {
      mailCount = 7;
      return { ...first, mailCount };
    },
  });
  await press('Send the link to open@clinic.example again');
  await confirm('Send the link again?', 'Send again');
  expect(await screen.findByText('Another mail to open@clinic.example is on its way.')).toBeTruthy();
  expect(lastInput('registration.resend')).toEqual({ params: { id: first?.id } });
  expect(await screen.findByText('7')).toBeTruthy();
});

it('keeps the question open with the reason why a registration could not be canceled', async () => {
  const text = 'The registration was completed, canceled or replaced.';
  open({ 'registration.cancel': new HttpError(text, 409, { code: 'E-REGISTRATION-ENDED', messages: [text] }) });
  await press('Cancel the registration of open@clinic.example');
  const dialog = await confirm('Cancel this registration?', 'Cancel the registration');
  expect(await within(dialog).findByText(`There was an error canceling this registration. ${text}`)).toBeTruthy();
});

it('requests the state and the search of its address', async () => {
  const { lastInput } = open({}, `?filter=${encodeURIComponent('{"q":"ann","state":"Expired"}')}`);
  await screen.findByText('open@clinic.example');
  expect(lastInput('registration.list')).toMatchObject({ query: { search: 'ann', state: 'Expired' } });
});
