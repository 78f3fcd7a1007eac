import type { integrations } from '../../../shared/contract/integrations.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { allIntegrations, findIntegration, integrationOrganizationPage } from './integrationsStore.ts';

/** Integrations of the platform and the organizations that have them. */
export const integrationsHandlers = ({ database }: Services): Handlers<typeof integrations> => {
  const existing = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new ApiProblem('E-NOT-FOUND');
    return value;
  };
  return {
    list: async () => ({ items: await allIntegrations(database) }),
    get: async ({ params }) => existing(await findIntegration(database, params.id)),
    organizations: async ({ params, query }) => existing(await integrationOrganizationPage(database, params.id, query)),
  };
};
