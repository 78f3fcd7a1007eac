import { api } from '../../shared/contract/api.ts';
import { type AreaEntry, areaEntry } from '../http/areaEntry.ts';
import { apicaptureconfigHandlers } from './apicaptureconfig/apicaptureconfigHandlers.ts';
import { brandsHandlers } from './brands/brandsHandlers.ts';
import { guidHandlers } from './guid/guidHandlers.ts';
import { networksHandlers } from './networks/networksHandlers.ts';
import { startTotalsJobs } from './organizations/list/totalsJobs.ts';
import { organizationsHandlers } from './organizations/organizationsHandlers.ts';
import { plansHandlers } from './plans/plansHandlers.ts';
import { profileHandlers } from './profile/profileHandlers.ts';
import { reportsHandlers } from './reports/reportsHandlers.ts';
import { resellersHandlers } from './resellers/resellersHandlers.ts';

/** Every area of the contract and who answers it. Adding an area is one folder and one line here. */
export const areas: readonly AreaEntry[] = [
  areaEntry('profile', api.profile, profileHandlers),
  areaEntry('organizations', api.organizations, organizationsHandlers, ({ database, log }) =>
    startTotalsJobs(database, log),
  ),
  areaEntry('networks', api.networks, networksHandlers),
  areaEntry('resellers', api.resellers, resellersHandlers),
  areaEntry('plans', api.plans, plansHandlers),
  areaEntry('brands', api.brands, brandsHandlers),
  areaEntry('reports', api.reports, reportsHandlers),
  areaEntry('guid', api.guid, guidHandlers),
  areaEntry('apicaptureconfig', api.apicaptureconfig, apicaptureconfigHandlers),
];
