import type { DataProvider, RaRecord } from 'react-admin';
import { createDataProvider } from '../../../admin/providers/dataProvider.ts';
import { createEarlyList } from '../../../admin/providers/earlyList.ts';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import type { TestServer } from '../../support/startApp.ts';

/** Field that sorts the lists whose records have no name. */
const orders: Readonly<Record<string, string>> = {
  messages: 'id',
  attachments: 'id',
  events: 'id',
  conversions: 'id',
  workflows: 'createdTime',
};

/** People of an organization, who are out of reach of platform administrators. */
export const isOfOffice = (resource: string): boolean => resource === 'people' || resource.startsWith('person');

/** What users may do with records about themselves. */
export const ownReads: Readonly<Record<string, readonly string[]>> = {
  people: ['show'],
  personevents: ['list', 'export'],
  personrequests: ['list', 'export'],
  personsignatures: ['list', 'export'],
};

/** The web's data provider in front of a server, as a platform administrator; for people of an organization as its administrator. */
export const dataProviderOf = (server: TestServer): DataProvider => {
  const providerFor = (role: 'SysAdmin' | 'Administrator') => {
    const client = server.client(role);
    return createDataProvider(client, createEarlyList(client), createTaskStore());
  };
  const [platform, office] = [providerFor('SysAdmin'), providerFor('Administrator')];
  return new Proxy(platform, {
    get: (_target, method: 'getList') => (resource: string, params: never) =>
      (isOfOffice(resource) ? office : platform)[method](resource, params),
  });
};

/** A page of a resource in its default order. */
export const pageOf = (data: DataProvider, resource: string, page: number, perPage: number, filter: object) =>
  data.getList<RaRecord>(resource, {
    pagination: { page, perPage },
    sort: { field: orders[resource] ?? 'name', order: 'ASC' },
    filter,
  });
