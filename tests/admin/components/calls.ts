import { vi } from 'vitest';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import type { EarlyList } from '../../../admin/providers/earlyList.ts';
import { createRestProvider } from '../../../admin/providers/restProvider.ts';
import type { Client } from '../../../shared/client/createClient.ts';

type Answer = (input: Record<string, unknown>) => unknown;

/** Answers of the contract's calls by area and row, as `plans.list`; a call nobody prepared fails the test. */
export const answering = (responses: Readonly<Record<string, unknown>>) => {
  const call = vi.fn(async (area: string, row: string, input: Record<string, unknown> = {}) => {
    const name = `${area}.${row}`;
    if (!Object.hasOwn(responses, name)) throw new Error(`Nobody expected the call ${name}.`);
    const response = responses[name];
    // A prepared failure is thrown, a function decides by what was asked.
    const options: unknown = typeof response === 'function' ? await (response as Answer)(input) : response;
    if (options instanceof Error) throw options;
    return options;
  });
  const inputsOf = (name: string) =>
    call.mock.calls.filter(([area, row]) => `${area}.${row}` === name).map(([, , input]) => input);
  return {
    dataProvider: { call: call as unknown as AppDataProvider['call'] },
    /** What a call was asked with, every time. */
    inputsOf,
    lastInput: (name: string) => inputsOf(name).at(-1),
  };
};

/** react-admin's requests over the calls of the contract. */
export const recordsOver = (send: (area: string, row: string, input: never, options?: never) => Promise<unknown>) => {
  const areaOf = (area: string) =>
    new Proxy({}, { get: (_area, row: string) => (input: never, options?: never) => send(area, row, input, options) });
  const client = new Proxy({}, { get: (_client, area: string) => areaOf(area) }) as Client;
  return createRestProvider(client, { take: () => undefined } as unknown as EarlyList);
};

export const pageOf = <Row>(...items: Row[]) => ({ items, totalCount: items.length });
