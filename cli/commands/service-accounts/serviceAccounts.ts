import type { NounBody } from '../../command.ts';
import {
  serviceAccountsAddressesSet,
  serviceAccountsLimitGet,
  serviceAccountsLimitSet,
} from './serviceAccountsLimits.ts';
import { serviceAccountsList } from './serviceAccountsList.ts';

export const serviceAccounts: NounBody = {
  verbs: [serviceAccountsList, serviceAccountsLimitGet, serviceAccountsLimitSet, serviceAccountsAddressesSet],
};
