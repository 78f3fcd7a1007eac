import type { DataProvider } from 'ra-core';
import type { Client } from '../../shared/client/createClient.ts';
import type { EarlyList } from './earlyList.ts';
import { asHttp } from './httpErrors.ts';
import { organizationBody, organizationQuery } from './organizationDialect.ts';

type Records = Pick<
  DataProvider,
  'getList' | 'getOne' | 'getMany' | 'getManyReference' | 'create' | 'update' | 'updateMany' | 'delete' | 'deleteMany'
>;

/** react-admin's nine questions about organizations. Deleting many goes one by one: the server has no call for many. */
export const createOrganizationsProvider = (client: Client, early: EarlyList): Records => {
  const { organizations } = client;
  // react-admin types records as "any": each method promises the record its caller names, which only the contract can vouch for.
  const provider = {
    async getList(_resource: string, params: Parameters<DataProvider['getList']>[1]) {
      const query = organizationQuery(params);
      const answer = await asHttp(early.take(query) ?? organizations.list({ query }, { signal: params.signal }));
      return { data: answer.items, total: answer.totalCount };
    },
    async getOne(_resource: string, { id, signal }: Parameters<DataProvider['getOne']>[1]) {
      return { data: await asHttp(organizations.get({ params: { id: String(id) } }, { signal })) };
    },
    async getMany(_resource: string, { ids, signal }: Parameters<DataProvider['getMany']>[1]) {
      const data = await Promise.all(
        ids.map((id) => asHttp(organizations.get({ params: { id: String(id) } }, { signal }))),
      );
      return { data };
    },
    async getManyReference(_resource: string, params: Parameters<DataProvider['getManyReference']>[1]) {
      return provider.getList(_resource, { ...params, filter: { ...params.filter, [params.target]: params.id } });
    },
    async create(_resource: string, { data }: Parameters<DataProvider['create']>[1]) {
      const idempotencyKey = crypto.randomUUID();
      return { data: await asHttp(organizations.create({ body: organizationBody(data) }, { idempotencyKey })) };
    },
    async update(_resource: string, { id, data }: Parameters<DataProvider['update']>[1]) {
      const body = organizationBody(data);
      return { data: await asHttp(organizations.update({ params: { id: String(id) }, body })) };
    },
    async updateMany(_resource: string, { ids, data }: Parameters<DataProvider['updateMany']>[1]) {
      for (const id of ids) await provider.update(_resource, { id, data, previousData: { id } });
      return { data: ids };
    },
    async delete(_resource: string, { id, previousData }: Parameters<DataProvider['delete']>[1]) {
      await asHttp(organizations.delete({ params: { id: String(id) } }));
      return { data: { ...previousData, id } };
    },
    async deleteMany(_resource: string, { ids }: Parameters<DataProvider['deleteMany']>[1]) {
      for (const id of ids) await provider.delete(_resource, { id });
      return { data: ids };
    },
  };
  return provider as unknown as Records;
};
