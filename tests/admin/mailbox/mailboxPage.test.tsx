import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { MailboxPage } from '../../../admin/mailbox/MailboxPage.tsx';
import { menuFor } from '../../../admin/pages.ts';
import type { CapturedMail } from '../../../shared/contract/mailbox.ts';
import { pageOf } from '../../support/contractApi.ts';
import { openResource } from '../components/recordScreen.tsx';

afterEach(cleanup);

const mail = (fields: Partial<CapturedMail> = {}): CapturedMail => ({
  id: crypto.randomUUID(),
  createdAt: '2026-05-04T10:00:00.000Z',
  recipient: 'ann@clinic.example',
  subject: 'Clinic is activated on carepost',
  body: 'Hello Ann,\n\n<b>sign in</b> now.',
  status: 'Captured',
  attempts: 0,
  lastError: null,
  sentAt: null,
  ...fields,
});

const open = (list: unknown, query = '') =>
  openResource({ name: 'mailbox', list: MailboxPage, path: '/dev/mailbox' }, { 'mailbox.list': list }, query);

it('lists the mail and opens the text of one, as text', async () => {
  open(pageOf(mail()));
  expect(await screen.findByText('ann@clinic.example')).toBeTruthy();
  expect(screen.getByText('Captured')).toBeTruthy();
  expect(screen.queryByText(/sign in/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show text: Clinic is activated on carepost' }));
  expect(screen.getByText(/<b>sign in<\/b> now\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Hide text: Clinic is activated on carepost' }));
  expect(screen.queryByText(/sign in/)).toBeNull();
});

it('says why a mail could not be sent', async () => {
  open(pageOf(mail({ status: 'Failed', lastError: 'The mail server answered 451.' })));
  fireEvent.click(await screen.findByRole('button', { name: /^Show text/ }));
  expect(screen.getByText('The mail server answered 451.')).toBeTruthy();
});

it('requests the page of the address, and says what to do while there is no mail', async () => {
  const { lastInput } = open(pageOf(), '?pageSize=25');
  expect(await screen.findByText(/No mail yet/)).toBeTruthy();
  expect(lastInput('mailbox.list')).toEqual({ query: { pageNumber: 1, pageSize: 25 } });
});

it('stands in the navigation of a demo only', () => {
  const offered = (demo: boolean) => menuFor(['SysAdmin'], { demo }).some(({ path }) => path === '/dev/mailbox');
  expect([offered(true), offered(false)]).toEqual([true, false]);
  expect(menuFor(['Administrator'], { demo: true }).some(({ path }) => path === '/dev/mailbox')).toBe(false);
});
