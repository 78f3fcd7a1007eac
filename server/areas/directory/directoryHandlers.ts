import type { directory } from '../../../shared/contract/directory.ts';
import { addressesOf } from '../../addresses/sharedAddressStore.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { refuseNotActivated } from '../../people/organizationState.ts';
import { createNationalSearch } from './nationalSearch.ts';
import { searchDirectory } from './searchDirectory.ts';
import { validateAddresses } from './validateAddresses.ts';

/** The directory of providers and organizations with their direct addresses (spec 2 section 2). */
export const directoryHandlers = ({ database, directory: national }: Services): Handlers<typeof directory> => {
  const searchNational = national === null ? null : createNationalSearch(national);
  return {
    search: async ({ body }, { actor }) => {
      await refuseNotActivated(database.db, actor);
      return searchDirectory({ database, searchNational }, body);
    },
    validate: async ({ query }, { actor }) => {
      await refuseNotActivated(database.db, actor);
      return validateAddresses({ database, national }, query.addresses);
    },
    ownAddresses: async (_input, { actor }) => ({ items: await addressesOf(database.db, actor.organizationId) }),
  };
};
