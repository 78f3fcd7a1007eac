import type { BulkAction } from '../action.ts';
import { addressActions } from './addresses.ts';
import { appActions, reservedWordActions, specialtyActions } from './catalogRecords.ts';
import { directoryActive } from './directoryActive.ts';
import { directoryImport } from './directoryImport.ts';
import { directoryUpsert } from './directoryUpsert.ts';
import { emergenciesState, emergenciesUpsert } from './emergencies.ts';
import { emergencyOrgsDelete, emergencyOrgsPut } from './emergencyOrganizations.ts';
import { eulaActions } from './eulas.ts';
import { connectionActions } from './connections.ts';
import { faxAccountActions } from './faxAccounts.ts';
import { identityLinkActions } from './identityLinks.ts';
import { brandActions, networkActions, planActions, resellerActions } from './lookupRecords.ts';
import {
  networksAddAdmin,
  networksAddOrganization,
  networksDeleteServiceAccount,
  networksRemoveAdmin,
  networksRemoveOrganization,
  networksServiceAccount,
} from './networkParts.ts';
import { oidsAdd, oidsDelete, oidsUpdate } from './oids.ts';
import { oidsDefault } from './oidsDefault.ts';
import { organizationMailActions } from './organizationMail.ts';
import { orgsActivate } from './orgsActivate.ts';
import { orgsCreate } from './orgsCreate.ts';
import { orgsDelete } from './orgsDelete.ts';
import { orgsFeatures } from './orgsFeatures.ts';
import { orgsClearCancel, orgsSync } from './orgsOneWay.ts';
import { orgsApiCapture, orgsLogin } from './orgsSwitches.ts';
import { orgsUpdate } from './orgsUpdate.ts';
import { serviceAccountsAddresses, serviceAccountsLimit } from './serviceAccounts.ts';
import { peopleActions } from './people.ts';
import { sysadminsCreate, sysadminsEnable } from './sysadmins.ts';
import { usersAssign, usersCreate, usersDelete, usersEnable, usersUnassign, usersUpdate } from './users.ts';
import {
  usersIdProofReset,
  usersResendInvitation,
  usersResetPassword,
  usersSignOut,
  usersSync,
  usersTwoFactorDisable,
  usersUnlock,
} from './usersOneWay.ts';
import { webhookActions } from './webhooks.ts';
import { subscriptionActions } from './subscriptions.ts';
import { whitelistActions } from './whitelist.ts';
import { workflowsRetry } from './workflowsRetry.ts';

/** Every action by name. A later area adds its file and a line here. */
export const bulkActions: readonly BulkAction[] = [
  orgsCreate,
  orgsUpdate,
  orgsActivate,
  orgsLogin,
  orgsApiCapture,
  orgsFeatures,
  orgsClearCancel,
  orgsSync,
  orgsDelete,
  serviceAccountsLimit,
  serviceAccountsAddresses,
  oidsAdd,
  oidsUpdate,
  oidsDelete,
  oidsDefault,
  directoryUpsert,
  directoryActive,
  directoryImport,
  workflowsRetry,
  ...appActions,
  ...specialtyActions,
  ...reservedWordActions,
  usersCreate,
  usersUpdate,
  usersEnable,
  usersDelete,
  usersAssign,
  usersUnassign,
  usersResetPassword,
  usersResendInvitation,
  usersTwoFactorDisable,
  usersIdProofReset,
  usersSync,
  usersSignOut,
  usersUnlock,
  sysadminsCreate,
  sysadminsEnable,
  ...peopleActions,
  emergenciesUpsert,
  emergenciesState,
  emergencyOrgsPut,
  emergencyOrgsDelete,
  ...whitelistActions,
  ...webhookActions,
  ...networkActions,
  networksAddOrganization,
  networksRemoveOrganization,
  networksAddAdmin,
  networksRemoveAdmin,
  networksServiceAccount,
  networksDeleteServiceAccount,
  ...planActions,
  ...resellerActions,
  ...brandActions,
  ...eulaActions,
  ...addressActions,
  ...organizationMailActions,
  ...faxAccountActions,
  ...connectionActions,
  ...identityLinkActions,
  ...subscriptionActions,
];

export const bulkActionNamed = (name: string): BulkAction | undefined =>
  bulkActions.find((action) => action.name === name);

const resourceOf = (name: string): string => name.split('.')[0] ?? '';

/** Names of resources that are not plural nouns themselves. */
const nouns: Readonly<Record<string, string>> = { orgs: 'organizations', oids: 'OIDs', directory: 'directory entries' };

/**
 * What the rows of an action change, in plural, where these are organizations or parts of them: `OIDs`. Undefined for records of a list of
 * their own, which are no share of the organizations. The actions of a resource decide together: the undo of `apps.create` deletes apps.
 */
export const organizationPartsOf = (action: string): string | undefined => {
  const resource = resourceOf(action);
  const hasOwnList = bulkActions.some(({ name, scans }) => scans !== undefined && resourceOf(name) === resource);
  return hasOwnList ? undefined : (nouns[resource] ?? resource.replaceAll('-', ' '));
};
