import type { NounBody } from '../../command.ts';
import { createRecord } from '../../records/createRecord.ts';
import { editRecord } from '../../records/editRecord.ts';
import { updateRecord } from '../../records/updateRecord.ts';
import { organizationResource } from './organizationResource.ts';
import { orgsActivate, orgsDeactivate } from './orgsActivate.ts';
import { orgsCaptures, orgsHistory, orgsJobs, orgsUsage } from './orgsActivity.ts';
import { orgsCheckSubdomain } from './orgsCheckSubdomain.ts';
import { orgsClearCancel } from './orgsClearCancel.ts';
import { orgsDelete } from './orgsDelete.ts';
import { orgsDomainsAdd, orgsDomainsList, orgsDomainsRemove } from './orgsDomains.ts';
import { orgsGet } from './orgsGet.ts';
import { orgsList } from './orgsList.ts';
import { orgsSpecialties, orgsTypes } from './orgsLookups.ts';
import { orgsNpi } from './orgsNpi.ts';
import { orgsSavedAddressesAdd, orgsSavedAddressesList, orgsSavedAddressesRemove } from './orgsSavedAddresses.ts';
import { switchVerbs } from './orgsSwitches.ts';
import { orgsSync } from './orgsSync.ts';
import { orgsUsersAdd, orgsUsersRemove } from './orgsUsers.ts';

export const orgs: NounBody = {
  verbs: [
    orgsList,
    orgsGet,
    createRecord(organizationResource),
    updateRecord(organizationResource),
    editRecord(organizationResource),
    orgsDelete,
    orgsActivate,
    orgsDeactivate,
    ...switchVerbs,
    orgsClearCancel,
    orgsSync,
    orgsUsersAdd,
    orgsUsersRemove,
    orgsDomainsList,
    orgsDomainsAdd,
    orgsDomainsRemove,
    orgsSavedAddressesList,
    orgsSavedAddressesAdd,
    orgsSavedAddressesRemove,
    orgsHistory,
    orgsUsage,
    orgsCaptures,
    orgsJobs,
    orgsTypes,
    orgsSpecialties,
    orgsCheckSubdomain,
    orgsNpi,
  ],
};
