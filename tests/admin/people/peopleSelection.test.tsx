import { createTheme, ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { BasenameContextProvider, Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ImportPage } from '../../../admin/bulk/import/ImportPage.tsx';
import { PeopleList } from '../../../admin/people/PeopleList.tsx';
import type { Person } from '../../../shared/contract/peopleSchemas.ts';
import { InProcessWorker } from '../bulk/inProcessWorker.ts';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';
import { organizationId, person } from './examplePerson.ts';

beforeAll(() => void vi.stubGlobal('Worker', InProcessWorker));
afterAll(() => void vi.unstubAllGlobals());
afterEach(cleanup);

const member = (index: number, change: Partial<Person> = {}) =>
  person({
    id: `018f0000-0000-7000-8000-0000000000${index + 10}`,
    name: `Ann ${index}`,
    lastName: String(index),
    userName: `ann${index}@clinic.example`,
    ...change,
  });
const own = member(3, { id: user().userId });
const items = [member(0), member(1), member(2, { organizationId: '018f0000-0000-7000-8000-0000000000e9' }), own];

const path = '/account/people';
const profile = user({ roles: ['Administrator'], organizationId, isNetworkAdmin: true });
const open = (at = path) =>
  renderFor({
    profile,
    at,
    routes: {
      [`${path}/*`]: (
        <ThemeProvider theme={createTheme()}>
          <BasenameContextProvider basename="/account">
            <Resource name="people" list={PeopleList}>
              <Route path="import" element={<ImportPage />} />
            </Resource>
          </BasenameContextProvider>
        </ThemeProvider>
      ),
    },
    responses: {
      'people.list': { items, totalCount: items.length },
      'people.get': ({ params }: { params?: Record<string, unknown> }) => items.find(({ id }) => id === params?.['id']),
      'people.delete': undefined,
      'profile.get': profile,
    },
  });

it('people are removed together after a preview and the typed number; those of another organization and the own account cannot be selected', async () => {
  const { inputsOf } = open();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  const bar = within(await screen.findByRole('region', { name: 'Selected people' }));
  expect(bar.getByText('2 selected')).toBeTruthy();
  const row = screen.getByRole('row', { name: /Ann 3/ });
  expect(within(row).getByRole('checkbox')).toHaveProperty('disabled', true);
  expect(row.textContent).toContain('Your account (Your own account is changed on its own page');
  for (const name of ['Enable', 'Disable', 'Resend invitation', 'Reset password', 'Turn one-time codes off'])
    expect(bar.getByRole('button', { name })).toBeTruthy();
  fireEvent.click(bar.getByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove: 2 people' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Apply 2 changes' }));
  const question = within(await screen.findByRole('dialog', { name: 'Apply 2 changes?' }));
  expect(question.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
  expect(inputsOf('people.delete')).toEqual([]);
  fireEvent.change(question.getByRole('textbox'), { target: { value: '2' } });
  fireEvent.click(question.getByRole('button', { name: 'Apply' }));
  expect(await dialog.findByText('All rows are done.')).toBeTruthy();
  // With the version that the preview has read.
  expect(inputsOf('people.delete')).toEqual(items.slice(0, 2).map(({ id }) => ({ params: { id }, ifMatch: 3 })));
  expect(dialog.queryByRole('link', { name: 'Show in the audit trail' })).toBeNull();
});

it('the import of people offers their actions alone, and leads back to their list', async () => {
  const { address } = open(`${path}/import?action=orgs.delete`);
  const actions = await screen.findByLabelText<HTMLSelectElement>('Action');
  expect(actions.value).toBe('people.update');
  const names = [...actions.options].map(({ value }) => value);
  expect(names).toContain('people.create');
  expect(names.filter((name) => !name.startsWith('people.'))).toEqual([]);
  expect(screen.getByRole('heading', { level: 1, name: 'Import: People' })).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Back to the list' }));
  await waitFor(() => expect(address()).toBe(path));
});
