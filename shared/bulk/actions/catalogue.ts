import type { BulkAction } from '../action.ts';
import { directoryActive } from './directoryActive.ts';
import { directoryImport } from './directoryImport.ts';
import { directoryUpsert } from './directoryUpsert.ts';
import { oidsAdd, oidsDelete, oidsUpdate } from './oids.ts';
import { oidsDefault } from './oidsDefault.ts';
import { orgsActivate } from './orgsActivate.ts';
import { orgsCreate } from './orgsCreate.ts';
import { orgsDelete } from './orgsDelete.ts';
import { orgsFeatures } from './orgsFeatures.ts';
import { orgsClearCancel, orgsSync } from './orgsOneWay.ts';
import { orgsApiCapture, orgsLogin } from './orgsSwitches.ts';
import { orgsUpdate } from './orgsUpdate.ts';
import { serviceAccountsAddresses, serviceAccountsLimit } from './serviceAccounts.ts';
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
];

export const bulkActionNamed = (name: string): BulkAction | undefined =>
  bulkActions.find((action) => action.name === name);
