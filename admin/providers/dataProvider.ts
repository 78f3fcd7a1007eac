import { type DataProvider, useDataProvider } from 'react-admin';
import type { Client } from '../../shared/client/createClient.ts';
import { type ReportOutcome, runReport } from '../tasks/reportTask.ts';
import { resources } from '../resources.ts';
import type { TaskStore } from '../tasks/taskStore.ts';
import { createCustomMethods, type CustomMethods, type ReportName } from './customMethods.ts';
import type { EarlyList } from './earlyList.ts';
import { createRestProvider } from './restProvider.ts';

/** react-admin's methods and the custom methods of the product in one object: the only way of the pages to the server. */
export type AppDataProvider = DataProvider &
  Omit<CustomMethods, 'openReport'> & {
    /** Downloads a report with its progress in the task tray; settles when saved, failed or canceled, and never throws. */
    exportReport(report: ReportName): Promise<ReportOutcome>;
    /** The client as the bulk engine takes it (shared/bulk), which paces, repeats and interprets its calls by itself. */
    bulkClient(): Promise<Client>;
  };
export const useAppDataProvider = () => useDataProvider<AppDataProvider>();

const methods = [
  'getList',
  'getOne',
  'getMany',
  'getManyReference',
  'create',
  'update',
  'updateMany',
  'delete',
  'deleteMany',
] as const;
type Records = Pick<DataProvider, (typeof methods)[number]>;

/**
 * Composed by resource by hand: combineDataProviders of react-admin hides `supportAbortSignal`, so superseded searches would
 * never be canceled, and it cannot wait for a provider that is loaded when first needed.
 */
export const createDataProvider = (client: Client, early: EarlyList, tasks: TaskStore): AppDataProvider => {
  const rest: Records = createRestProvider(client, early);
  let sets: Promise<Records> | undefined;
  const providerOf = (resource: string): Records | Promise<Records> => {
    if (resources[resource]?.odata) {
      // Loaded with the first request.
      sets ??= import('./odataProvider.ts').then(({ createODataProvider }) => createODataProvider(client));
      return sets;
    }
    return rest;
  };
  const records = Object.fromEntries(
    methods.map((method) => [
      method,
      async (resource: string, params: never) => {
        // Each method takes its own kind of params; react-admin pairs them, the union of nine signatures cannot.
        const send = (await providerOf(resource))[method] as (resource: string, params: never) => Promise<unknown>;
        return send(resource, params);
      },
    ]),
  ) as unknown as Records;
  const { openReport, ...customMethods } = createCustomMethods(client);
  return {
    ...records,
    ...customMethods,
    bulkClient: () => Promise.resolve(client),
    exportReport: (report) => runReport(tasks, report, (options) => openReport(report, options)),
    supportAbortSignal: true,
  };
};
