import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { use } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AppList } from '../../../admin/apps/AppList.tsx';
import { renderAt } from './renderAt.tsx';

const never = new Promise<void>(() => undefined);
afterEach(() => vi.useRealTimers());

/** Its code is still on the way. */
const NextPage = () => {
  use(never);
  return null;
};

it('does not lead back from a link that is followed before what was typed is searched', async () => {
  const list = (
    <ResourceContextProvider value="apps">
      <AppList />
    </ResourceContextProvider>
  );
  const { router, address, inputsOf } = renderAt({
    routes: { '/admin/apps': list, '/admin/next': <NextPage /> },
    at: '/admin/apps',
    responses: { 'apps.list': () => ({ items: [{ id: '1', name: 'Scheduler' }], totalCount: 1 }) },
  });
  await screen.findByText('Scheduler');
  const search = screen.getByRole('textbox');
  fireEvent.change(search, { target: { value: 'sch' } });
  await waitFor(() => expect(address()).toContain('sch'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  fireEvent.change(search, { target: { value: 'sched' } });
  await router.navigate('/admin/next');
  expect(screen.getByText('Scheduler')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(address()).toBe('/admin/next');
  expect(inputsOf('apps.list').map(({ query }) => query?.['search'])).not.toContain('sched');
});
