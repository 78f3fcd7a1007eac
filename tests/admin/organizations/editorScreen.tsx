import { fireEvent, screen } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { OrganizationEditor } from '../../../admin/organizations/OrganizationEditor.tsx';
import type { AppConfig } from '../../../admin/providers/config.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { renderAt } from '../components/renderAt.tsx';
import { pageOf, type RequestInput, type Responses } from '../../support/contractApi.ts';
import { organization } from './records.ts';

/** What the tabs of the editor load besides the organization; all of it empty. */
const lookups: Responses = {
  'organizations.list': pageOf(),
  'organizations.types': { items: [] },
  'features.list': { items: [] },
  'networks.list': pageOf(),
  'resellers.list': pageOf(),
  'plans.list': pageOf(),
  'brands.list': pageOf(),
  'specialties.list': pageOf(),
  'documentsources.providers': pageOf(),
};

/** The editor as the resource's page. */
export const editorRoute = {
  '/admin/organizations/:id/*': (
    <ResourceContextProvider value="organizations">
      <OrganizationEditor />
    </ResourceContextProvider>
  ),
};

/** The editor at an address, over a stored organization. */
export const openEditor = (
  responses: Responses = {},
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
    responses: {
      ...lookups,
      'organizations.get': ({ params }: RequestInput) => ({ ...stored, ...params }),
      'organizations.subdomainIsValid': true,
      ...responses,
    },
  });

export const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
export const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
export const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save Changes' }));
/** Chooses an option of a select. */
export const select = async (label: string | RegExp, option: string | RegExp) => {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByRole('option', { name: option }));
};
