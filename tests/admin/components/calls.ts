import { vi } from 'vitest';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';

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

export const pageOf = <Row>(...items: Row[]) => ({ items, totalCount: items.length });
