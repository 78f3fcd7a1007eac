import { fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { OrganizationEditor } from '../../../admin/organizations/OrganizationEditor.tsx';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { renderAt } from '../components/renderAt.tsx';
import { organization } from './records.ts';

const none = () => Promise.resolve([]);
export const lookups: Partial<AppDataProvider> = {
  brands: none,
  networks: none,
  organizationTypes: none,
  specialties: none,
  resellers: none,
  plans: none,
};

/** A method of the data provider that answers as the test says; react-admin's own signatures promise any record. */
export const method = (run: (...args: never[]) => Promise<unknown>) =>
  vi.fn(run) as unknown as AppDataProvider['getOne'] & AppDataProvider['update'] & AppDataProvider['create'];

/** The editor at an address, over an organization the data provider has. */
export const openEditor = (
  dataProvider: Partial<AppDataProvider> = {},
  at = `/admin/organizations/${organization().id}`,
  stored: Organization = organization(),
) =>
  renderAt({
    routes: {
      '/admin/organizations': <p>the list</p>,
      '/admin/organizations/:id/*': <OrganizationEditor />,
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
