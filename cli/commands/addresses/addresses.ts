import type { NounBody } from '../../command.ts';
import { addressesAdd } from './addressesAdd.ts';
import { addressesActivate, addressesDelete, addressesStatus, addressesUpdate } from './addressesDeeds.ts';
import { addressesExists, addressesGet, addressesList } from './addressesList.ts';

/** Document sources: direct addresses and fax numbers. */
export const addresses: NounBody = {
  verbs: [
    addressesList,
    addressesGet,
    addressesAdd,
    addressesUpdate,
    addressesActivate,
    addressesStatus,
    addressesDelete,
    addressesExists,
  ],
};
