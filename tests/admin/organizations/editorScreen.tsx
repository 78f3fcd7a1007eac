import { fireEvent, screen } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { vi } from 'vitest';
import { OrganizationEditor } from '../../../admin/organizations/OrganizationEditor.tsx';
import type { AppConfig } from '../../../admin/providers/config.ts';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { renderAt } from '../components/renderAt.tsx';
import { organization } from './records.ts';

/** The data provider's `call`, answering each `area.row` as the test says; what no test foresaw is refused loudly. */
export const responses = (rows: Readonly<Record<string, (input: never) => unknown>>): AppDataProvider['call'] =>
  (async (area: string, row: string, input: unknown) => {
    const response = rows[`${area}.${row}`];
    if (!response) throw new Error(`The test has no answer for ${area}.${row}.`);
    return (response as (input: unknown) => unknown)(input);
  }) as unknown as AppDataProvider['call'];

const none = () => Promise.resolve([]);
export const lookups: Partial<AppDataProvider> = {
  brands: none,
  networks: none,
  organizationTypes: none,
  specialties: none,
  resellers: none,
  plans: none,
  call: responses({
    'features.list': () => ({ items: [] }),
    'documentsources.providers': () => ({ items: [], totalCount: 0 }),
  }),
};

/** A method of the data provider that answers as the test says; react-admin's own signatures promise any record. */
export const method = (run: (...args: never[]) => Promise<unknown>) =>
  vi.fn(run) as unknown as AppDataProvider['getOne'] & AppDataProvider['update'] & AppDataProvider['create'];

/** The editor as the resource's page. */
export const editorRoute = {
  '/admin/organizations/:id/*': (
    <ResourceContextProvider value="organizations">
      <OrganizationEditor />
    </ResourceContextProvider>
  ),
};

/** The editor at an address, over an organization the data provider has. */
export const openEditor = (
  dataProvider: Partial<AppDataProvider> = {},
  at = `/admin/organizations/${organization().id}`,
  stored: Organization = organization(),
  features: Partial<AppConfig['features']> = {},
) =>
  renderAt({
    features,
    routes: {
      '/admin/organizations': <p>the list</p>,
      ...editorRoute,
    },
    at,
    dataProvider: {
      getOne: method(() => Promise.resolve({ data: stored })),
      checkSubdomain: () => Promise.resolve(true),
      ...lookups,
      ...dataProvider,
    },
  });

export const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
export const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
export const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save Changes' }));
