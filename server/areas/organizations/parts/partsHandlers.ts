import type { organizations } from '../../../../shared/contract/organizations.ts';
import { addressLimitProblem } from '../../../../shared/rules/organization.ts';
import { audit } from '../../../database/audit.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { changeOrganization } from '../record/changeOrganization.ts';
import { findOrganization, organizationExists } from '../record/organizationStore.ts';
import {
  devicesOf,
  integrationsOf,
  licensesOf,
  lockServiceAccount,
  serviceAccountsOf,
  setAllowedAddresses,
} from './partsStore.ts';
import { administratorsOf } from './peopleStore.ts';

type PartsHandlers = Pick<
  Handlers<typeof organizations>,
  | 'admins'
  | 'devices'
  | 'integrations'
  | 'licenses'
  | 'serviceAccountLimit'
  | 'serviceAccounts'
  | 'setAddressLimit'
  | 'setServiceAccountLimit'
>;

/** What the editor's tabs show beside the record itself. */
export const partsHandlers = ({ database }: Services): PartsHandlers => {
  /** A list of an organization's own things; an empty one differs from an organization that does not exist. */
  const listOf =
    <T>(read: (db: typeof database.db, organizationId: string) => PromiseLike<T[]>) =>
    async ({ params }: { readonly params: { readonly id: string } }) => {
      const items = await read(database.db, params.id);
      if (items.length === 0 && !(await organizationExists(database.db, params.id)))
        throw new ApiProblem('E-NOT-FOUND');
      return { items };
    };
  return {
    admins: listOf(administratorsOf),
    devices: listOf(devicesOf),
    integrations: listOf(integrationsOf),
    licenses: listOf(licensesOf),
    serviceAccounts: listOf(serviceAccountsOf),

    setAddressLimit: ({ params, body }, context) =>
      inTransaction(database, async (tx) => {
        const account = await lockServiceAccount(tx, params.id, params.accountId);
        if (!account) throw new ApiProblem('E-NOT-FOUND');
        const problem = addressLimitProblem(body.count, account.clientIpAddresses.length);
        if (problem !== null) {
          throw new ApiProblem('E-SERVICE-ACCOUNT-FLOOR', { message: problem, modelState: { count: [problem] } });
        }
        await setAllowedAddresses(tx, account.id, body.count);
        await audit(tx, context, {
          action: 'organizations.setAddressLimit',
          targetType: 'organization',
          targetId: params.id,
          changes: {
            [`service account ${account.clientId}.allowedAddressCount`]: {
              before: account.allowedAddressCount,
              after: body.count,
            },
          },
        });
        return { ...account, allowedAddressCount: body.count };
      }),

    serviceAccountLimit: async ({ params }) => {
      const record = await findOrganization(database.db, params.id);
      if (!record) throw new ApiProblem('E-NOT-FOUND');
      return { data: record.organization.serviceAccountLimit };
    },

    setServiceAccountLimit: async ({ params, body }, context) => {
      const changed = await changeOrganization(database, {
        id: params.id,
        action: 'organizations.setServiceAccountLimit',
        context,
        decide: () => ({ serviceAccountLimit: body.count }),
      });
      return { data: changed.serviceAccountLimit };
    },
  };
};
