import { type DataProvider, useDataProvider } from 'react-admin';
import { useMemo } from 'react';
import type { Client } from '../../shared/client/createClient.ts';
import { type ReportOutcome, runReport } from '../tasks/reportTask.ts';
import { resources } from '../resources.ts';
import type { TaskStore } from '../tasks/taskStore.ts';
import { type ApiMethods, type Call, withApiMethods } from './apiMethods.ts';
import type { EarlyList } from './earlyList.ts';
import { asHttp } from './httpErrors.ts';
import { createRestProvider } from './restProvider.ts';

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
type Records = Pick<DataProvider, (typeof methods)[number]> & { supportAbortSignal?: boolean };

type AnyCall = (...input: unknown[]) => Promise<unknown>;

export type ReportName = keyof Client['reports'];

interface OtherMethods {
  /** Downloads a report with its progress in the task tray; settles when saved, failed or canceled, and never throws. */
  exportReport(report: ReportName): Promise<ReportOutcome>;
  /** The client as the bulk engine takes it (shared/bulk), which limits the rate, retries and interprets its calls by itself. */
  bulkClient(): Promise<Client>;
}

/** The data provider as react-admin has it. */
type RawDataProvider = Records & OtherMethods & { readonly call: Call };

/** react-admin's methods and a method for each other call of the contract: the only way of the pages to the server. */
export type AppDataProvider = Records & OtherMethods & ApiMethods;

export const useAppDataProvider = (): AppDataProvider => {
  const provider = useDataProvider() as unknown as RawDataProvider; // react-admin gives back what carepost handed to it, under its own type
  return useMemo(() => withApiMethods(provider), [provider]);
};

/**
 * Composed by resource by hand: combineDataProviders of react-admin hides `supportAbortSignal`, so superseded searches would
 * never be canceled, and it cannot wait for a provider that is loaded when first needed.
 */
export const createDataProvider = (client: Client, early: EarlyList, tasks: TaskStore): RawDataProvider => {
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
  ) as unknown as Records; // an object made of the list of its methods: the keys are lost to the compiler
  // The contract pairs the input and the response of each row; by name any row may come.
  const areas = client as unknown as Readonly<Record<string, Readonly<Record<string, AnyCall>>>>;
  return {
    ...records,
    call: async (area, row, ...input) => {
      const send = areas[area]?.[row];
      if (!send) throw new Error(`There is no call ${area}.${row}.`);
      return asHttp(send(...input));
    },
    bulkClient: () => Promise.resolve(client),
    exportReport: (report) => runReport(tasks, report, (options) => asHttp(client.reports[report]({}, options))),
    supportAbortSignal: true,
  };
};
