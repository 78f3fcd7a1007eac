import { z } from 'zod';
import { normaliseName } from '../rules/visibleText.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';
import { noNul, noNulText, serverSet, uniqueName, version } from './texts.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/admin/apps'] as const;

export const appItem = z.object({ id, name: z.string() });

export const app = appItem.extend({ version: z.int() });
export type App = z.output<typeof app>;

const name = uniqueName(255);

/** Apps of the platform (spec 1 sections 2, 3 and 7). */
export const apps = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/apps',
    summary:
      'Apps, a page at a time, sorted by a column; a size of 5000 returns all of them, a name the app that has it',
    access,
    query: z.strictObject({
      search,
      name: z.string().overwrite(normaliseName).max(255).regex(noNul, noNulText).optional(),
      sort: sortDir,
      col: z.enum(['name', 'id']).default('name'),
      page: pageNumber,
      size: pageSize,
    }),
    response: { kind: 'json', schema: pageOf(appItem) },
    errors: [],
    cacheSeconds: 60,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/apps',
    summary: 'Add an app',
    access,
    body: z.strictObject({ name }),
    response: { kind: 'json', schema: app, status: 201 },
    errors: ['E-NAME-TAKEN'],
    invalidates: drops,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/apps/{id}',
    summary: 'One app by its id',
    access,
    params: idParams,
    response: { kind: 'json', schema: app },
    errors: ['E-NOT-FOUND'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/apps/{id}',
    summary: 'Change an app',
    access,
    params: idParams,
    body: z.strictObject({ name: name.optional(), version, id: serverSet }),
    response: { kind: 'json', schema: app },
    errors: ['E-NOT-FOUND', 'E-NAME-TAKEN', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/apps/{id}',
    summary: 'Delete an app',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
};
