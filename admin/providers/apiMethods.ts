import type { Client } from '../../shared/client/createClient.ts';
import type { Api } from '../../shared/contract/api.ts';
import { wire } from '../../shared/contract/wire.ts';

/** One typed method for each call of the contract, by area: `dataProvider.organizations.enable({ params, body })`. */
export type ApiMethods = Pick<Client, keyof Api>;

/** A call by its area and row, with the input and the options of the client. */
export type Call = (area: string, row: string, ...input: unknown[]) => Promise<unknown>;

export const apiMethodsOver = (call: Call): ApiMethods =>
  Object.fromEntries(
    Object.entries(wire).map(([area, rows]) => [
      area,
      Object.fromEntries(Object.keys(rows).map((row) => [row, (...input: unknown[]) => call(area, row, ...input)])),
    ]),
  ) as unknown as ApiMethods;
