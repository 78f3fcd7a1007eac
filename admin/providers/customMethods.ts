import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import type { Download } from '../../shared/client/download.ts';
import type { Api } from '../../shared/contract/api.ts';
import type { AnswerOf, CallInput, Endpoint } from '../../shared/contract/endpoint.ts';
import type { GuidFormat } from '../../shared/rules/guid.ts';
import { asHttp } from './httpErrors.ts';

type Listening = Pick<CallOptions, 'signal'>;

export interface Activation {
  readonly activated: boolean;
  readonly sendEmail: boolean;
  readonly seedRecords: boolean;
}

const one = (id: string) => ({ params: { id } });

export type RowOf<A extends keyof Api, R extends keyof Api[A]> = Api[A][R] extends Endpoint ? Api[A][R] : never;
type CallArguments<A extends keyof Api, R extends keyof Api[A]> =
  Record<string, never> extends CallInput<RowOf<A, R>>
    ? [input?: CallInput<RowOf<A, R>>, options?: CallOptions]
    : [input: CallInput<RowOf<A, R>>, options?: CallOptions];

/** The calls that are none of react-admin's nine methods; one method for each. */
export const createCustomMethods = (client: Client) => {
  const { organizations, profile, guid } = client;
  return {
    /** Any call of the contract by area and row, for calls without a method of their own below. */
    call: <A extends keyof Api, R extends keyof Api[A] & string>(
      area: A,
      row: R,
      ...[input, options]: CallArguments<A, R>
    ): Promise<AnswerOf<RowOf<A, R>>> => {
      // The types of one row are lost where any row may come; the contract pairs input and response.
      const rows = client[area] as unknown as Readonly<
        Record<string, (input: unknown, options?: CallOptions) => Promise<AnswerOf<RowOf<A, R>>>>
      >;
      const send = rows[row];
      if (!send) throw new Error(`There is no call ${area}.${row}.`);
      return asHttp(send(input ?? {}, options));
    },

    profile: (options?: Listening) => asHttp(profile.get({}, options)),
    changeOrganization: (orgId: string) => asHttp(profile.changeOrganization({ body: { orgId } })),

    clearCancellation: (id: string) => asHttp(organizations.clearCancel(one(id))),
    setActivation: (id: string, activation: Activation) =>
      asHttp(organizations.activate({ ...one(id), body: { id, ...activation } })),
    setLogin: (id: string, enabled: boolean) => asHttp(organizations.enable({ ...one(id), body: { enabled } })),
    setApiCapture: (id: string, enabled: boolean) =>
      asHttp(organizations.apiCapture({ ...one(id), body: { enabled } })),
    syncOrganization: (id: string) => asHttp(organizations.sync(one(id))),
    checkSubdomain: (
      { organizationId, subdomain }: { organizationId?: string | undefined; subdomain: string },
      options?: Listening,
    ) => asHttp(organizations.subdomainIsValid({ query: { organizationId, subdomain } }, options)),
    npi: (npiNumber: string, options?: Listening) => asHttp(organizations.npi({ query: { npiNumber } }, options)),
    serviceAccountLimit: async (id: string, options?: Listening) =>
      (await asHttp(organizations.serviceAccountLimit(one(id), options))).data,
    setServiceAccountLimit: async (id: string, count: number) =>
      (await asHttp(organizations.setServiceAccountLimit({ ...one(id), body: { count } }))).data,
    setAddressLimit: (id: string, accountId: string, count: number) =>
      asHttp(organizations.setAddressLimit({ params: { id, accountId }, body: { count } })),

    createGuid: async (format: GuidFormat, toUpper: boolean, options?: Listening) =>
      (await asHttp(guid.create({ query: { format, toUpper: toUpper ? 'true' : 'false' } }, options))).value,
    /** A report on its way from the server; `exportReport` of the data provider saves it with progress. */
    openReport: (report: ReportName, options?: Listening): Promise<Download> =>
      asHttp(client.reports[report]({}, options)),
  };
};
export type CustomMethods = ReturnType<typeof createCustomMethods>;
export type ReportName = keyof Client['reports'];
