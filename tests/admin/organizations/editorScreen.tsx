import { fireEvent, screen } from '@testing-library/react';
import { type GetListParams, ResourceContextProvider } from 'react-admin';
import { vi } from 'vitest';
import { OrganizationEditor } from '../../../admin/organizations/OrganizationEditor.tsx';
import type { AppConfig } from '../../../admin/providers/config.ts';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import type { EarlyList } from '../../../admin/providers/earlyList.ts';
import { createRestProvider } from '../../../admin/providers/restProvider.ts';
import type { Client } from '../../../shared/client/createClient.ts';
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

type Calls = Readonly<Record<string, (input: unknown, options: unknown) => unknown>>;

/** react-admin's lists of what belongs to an organization, by the rows that the test has for `call`. */
const relatedLists = (call: AppDataProvider['call'], getList: AppDataProvider['getList']) => {
  const send = call as unknown as (area: string, row: string, input: unknown, options: unknown) => unknown;
  const area = (name: string) =>
    new Proxy<Calls>(
      {},
      { get: (_rows, row) => (input: unknown, options: unknown) => send(name, String(row), input, options) },
    );
  const client = new Proxy({}, { get: (_areas, name) => area(String(name)) }) as unknown as Client;
  const rest = createRestProvider(client, { take: () => undefined } as unknown as EarlyList);
  const related = ['faxaccounts', 'documentsources', 'oids', 'directoryentries'];
  return {
    getManyReference: rest.getManyReference,
    getList: (resource: string, params: GetListParams) =>
      related.includes(resource) ? rest.getList(resource, params) : getList(resource, params),
  } as Partial<AppDataProvider>;
};

/** react-admin's getList over prepared records by resource; a resource without records is empty. */
export const listsOf = (records: Readonly<Record<string, readonly object[]>>) =>
  ((resource: string) => {
    const data = records[resource] ?? [];
    return Promise.resolve({ data, total: data.length });
  }) as unknown as AppDataProvider['getList'];
export const lookups: Partial<AppDataProvider> = { getList: listsOf({}), call: responses({}) };

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
      getOne: method((_resource: string, { id }: { id: string }) => Promise.resolve({ data: { ...stored, id } })),
      checkSubdomain: () => Promise.resolve(true),
      ...lookups,
      ...dataProvider,
      ...relatedLists(dataProvider.call ?? responses({}), dataProvider.getList ?? listsOf({})),
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
