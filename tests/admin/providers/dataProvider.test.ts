import axios, { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { describe, expect, it } from 'vitest';
import { withApiMethods } from '../../../admin/providers/apiMethods.ts';
import { createDataProvider } from '../../../admin/providers/dataProvider.ts';
import { createEarlyList } from '../../../admin/providers/earlyList.ts';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import { createClient } from '../../../shared/client/createClient.ts';
import { wire } from '../../../shared/contract/wire.ts';

interface Answer {
  status?: number;
  data?: unknown;
}

/** The data provider over a transport that answers as the test says. */
const setup = (response: (request: InternalAxiosRequestConfig) => Answer) => {
  const requests: InternalAxiosRequestConfig[] = [];
  const http = axios.create({
    adapter: async (request) => {
      requests.push(request);
      if (request.signal?.aborted) throw new AxiosError('canceled', 'ERR_CANCELED');
      const { status = 200, data } = response(request);
      return { status, statusText: '', headers: {}, config: request, data };
    },
  });
  const client = createClient({ http, wire, retry: { attempts: 1 } });
  const dataProvider = withApiMethods(createDataProvider(client, createEarlyList(client), createTaskStore()));
  const requested = () => requests.map(({ method, url }) => `${method?.toUpperCase()} ${url}`);
  return { dataProvider, requests, requested };
};
const row = { id: '0191c2a0-0000-7000-8000-000000000002', name: 'Aspen' };
const page = { data: { items: [row], totalCount: 41 } };

describe('data provider', () => {
  it('lets react-admin cancel a superseded search', async () => {
    const { dataProvider } = setup(() => page);
    expect(dataProvider.supportAbortSignal).toBe(true);
    const stopped = AbortSignal.abort();
    await expect(dataProvider.getList('organizations', { signal: stopped })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
  it('lists organizations with the exact total', async () => {
    const { dataProvider, requested } = setup(() => page);
    const response = await dataProvider.getList('organizations', {
      pagination: { page: 2, perPage: 25 },
      sort: { field: 'name', order: 'DESC' },
      filter: { q: "o'hara & co" },
    });
    expect(response).toEqual({ data: [row], total: 41 });
    expect(requested()).toEqual([
      'GET /api/organizations?cancelling=false&pageNumber=2&pageSize=25&search=o%27hara+%26+co&sortDir=desc',
    ]);
  });
  it('answers a delete, which has no content, with the record', async () => {
    const { dataProvider, requested } = setup(() => ({ status: 204 }));
    const response = await dataProvider.delete('organizations', { id: row.id, previousData: row });
    expect(response.data).toEqual(row);
    expect(requested()).toEqual([`DELETE /api/organizations/${row.id}`]);
  });
  it('never creates twice: each create carries a key of its own', async () => {
    const { dataProvider, requests } = setup(() => ({ status: 201, data: row }));
    await dataProvider.create('organizations', { data: { name: 'Aspen' } });
    await dataProvider.create('organizations', { data: { name: 'Aspen' } });
    const keys = requests.map(({ headers }) => String(headers.get('idempotency-key')));
    expect(new Set(keys).size).toBe(2);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  });
  it('puts the server’s field errors where forms look for them', async () => {
    const { dataProvider } = setup(() => ({
      status: 400,
      data: {
        code: 'E-REQUEST-INVALID',
        message: 'The request is not valid.',
        modelState: { 'organization.Name': ['is required', 'is short'], 'organization.Address.City': ['is unknown'] },
        correlationId: 'c-1',
      },
    }));
    const refused = dataProvider.update('organizations', { id: row.id, data: {}, previousData: row });
    await expect(refused).rejects.toMatchObject({
      name: 'HttpError',
      status: 400,
      body: {
        errors: { name: 'is required is short', 'address.city': 'is unknown' },
        code: 'E-REQUEST-INVALID',
        correlationId: 'c-1',
      },
    });
  });
  it('reads lookups page by page through their own calls', async () => {
    const { dataProvider, requested } = setup(() => page);
    const response = await dataProvider.getList('networks', {
      pagination: { page: 3, perPage: 20 },
      sort: { field: 'name', order: 'ASC' },
      filter: { q: 'mid' },
    });
    expect(response).toMatchObject({ data: [row], total: 41 });
    expect(requested()).toEqual(['GET /api/networks?pageNumber=3&pageSize=20&search=mid&sortDir=asc']);
  });
  it('requests a list again whenever react-admin refreshes it', async () => {
    const { dataProvider, requested } = setup(() => page);
    const params = { pagination: { page: 1, perPage: 10 }, sort: { field: 'name', order: 'ASC' as const }, filter: {} };
    await dataProvider.getList('brands', params);
    await dataProvider.getList('brands', params);
    expect(requested()).toHaveLength(2);
  });
  it('reads named lookups in one call', async () => {
    const { dataProvider, requested } = setup(() => page);
    const response = await dataProvider.getMany('brands', { ids: [row.id, 'gone'] });
    expect(response.data).toEqual([row]);
    expect(requested()).toEqual(['GET /api/admin/brands?pageNumber=1&pageSize=100&sortDir=asc']);
  });
  it('has a method for each call of the contract, with params, query and body', async () => {
    const { dataProvider, requested, requests } = setup(() => ({ data: {} }));
    await dataProvider.organizations.enable({ params: { id: 'o1' }, body: { enabled: false } });
    await dataProvider.organizations.setAddressLimit({ params: { id: 'o1', accountId: 'a1' }, body: { count: 4 } });
    await dataProvider.profile.changeOrganization({ body: { orgId: 'o1' } });
    await dataProvider.guid.create({ query: { format: 'D', toUpper: 'true' } });
    expect(requested()).toEqual([
      'PUT /api/organizations/o1/enable',
      'PUT /api/organizations/o1/serviceaccounts/a1/ipaddresses/limit',
      'POST /api/account/change',
      'GET /api/admin/guid?format=D&toUpper=true',
    ]);
    expect(requests.slice(0, 3).map(({ data }) => JSON.parse(String(data)) as unknown)).toEqual([
      { enabled: false },
      { count: 4 },
      { orgId: 'o1' },
    ]);
  });
  it('rejects such a call with the error that react-admin knows', async () => {
    const { dataProvider } = setup(() => ({ status: 404, data: { code: 'E-NOT-FOUND', message: 'Unknown.' } }));
    await expect(dataProvider.organizations.sync({ params: { id: 'o1' } })).rejects.toMatchObject({
      name: 'HttpError',
      status: 404,
    });
  });
});
