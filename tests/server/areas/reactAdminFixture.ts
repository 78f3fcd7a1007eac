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

/** The web's data provider in front of a server, as an administrator. */
export const dataProviderOf = (server: TestServer): DataProvider => {
  const client = server.client('SysAdmin');
  return createDataProvider(client, createEarlyList(client), createTaskStore());
};

/** A page of a resource in its default order. */
export const pageOf = (data: DataProvider, resource: string, page: number, perPage: number, filter: object) =>
  data.getList<RaRecord>(resource, {
    pagination: { page, perPage },
    sort: { field: orders[resource] ?? 'name', order: 'ASC' },
    filter,
  });
