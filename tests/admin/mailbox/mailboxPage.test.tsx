import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MailboxPage } from '../../../admin/mailbox/MailboxPage.tsx';
import { menuFor } from '../../../admin/pages.ts';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import type { CapturedMail } from '../../../shared/contract/mailbox.ts';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

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

const open = (call: (area: string, row: string, input: unknown) => Promise<unknown>, at = '/dev/mailbox') =>
  renderFor({
    profile: user(),
    dataProvider: { call: call as unknown as AppDataProvider['call'] },
    at,
    routes: { '/dev/mailbox': <MailboxPage /> },
  });

it('lists the mail and opens the text of one, as text', async () => {
  open(() => Promise.resolve({ items: [mail()], totalCount: 1 }));
  expect(await screen.findByText('ann@clinic.example')).toBeTruthy();
  expect(screen.getByText('Captured')).toBeTruthy();
  expect(screen.queryByText(/sign in/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show text: Clinic is activated on carepost' }));
  expect(screen.getByText(/<b>sign in<\/b> now\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Hide text: Clinic is activated on carepost' }));
  expect(screen.queryByText(/sign in/)).toBeNull();
});

it('says why a mail could not be sent', async () => {
  open(() =>
    Promise.resolve({ items: [mail({ status: 'Failed', lastError: 'The mail server answered 451.' })], totalCount: 1 }),
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Show text/ }));
  expect(screen.getByText('The mail server answered 451.')).toBeTruthy();
});

it('asks for the page the address names, and says what to do while there is no mail', async () => {
  const call = vi.fn(() => Promise.resolve({ items: [], totalCount: 0 }));
  open(call, '/dev/mailbox?size=25');
  expect(await screen.findByText(/No mail yet/)).toBeTruthy();
  expect(call).toHaveBeenCalledWith('mailbox', 'list', { query: { pageNumber: 1, pageSize: 25 } }, expect.anything());
});

it('stands in the navigation of a demo only', () => {
  const offered = (demo: boolean) => menuFor(['SysAdmin'], { demo }).some(({ path }) => path === '/dev/mailbox');
  expect([offered(true), offered(false)]).toEqual([true, false]);
  expect(menuFor(['Administrator'], { demo: true }).some(({ path }) => path === '/dev/mailbox')).toBe(false);
});
