import type { Client } from '../../shared/client/createClient.ts';
import type { Api } from '../../shared/contract/api.ts';
import { wire } from '../../shared/contract/wire.ts';

/** One typed method for each call of the contract, by area: `dataProvider.organizations.enable({ params, body })`. */
export type ApiMethods = Pick<Client, keyof Api>;

/** A call by its area and row, with the input and the options of the client. */
export type Call = (area: string, row: string, ...input: unknown[]) => Promise<unknown>;

/** The methods of an area when they are used: a list has a data provider in every row. */
const areaOver = (call: Call, area: string) =>
  new Proxy(
    {},
    {
      get:
        (_methods, row) =>
        (...input: unknown[]) =>
          call(area, String(row), ...input),
    },
  );

/**
 * A data provider that has the areas of the contract as well. Their calls go through its `call`: react-admin checks the errors of a data
 * provider's own methods only.
 */
export const withApiMethods = <Provider extends { readonly call: Call }>(provider: Provider): Provider & ApiMethods =>
  new Proxy(provider, {
    get: (target, name) =>
      typeof name === 'string' && Object.hasOwn(wire, name)
        ? areaOver(target.call, name)
        : (Reflect.get(target, name) as unknown),
  }) as Provider & ApiMethods;
