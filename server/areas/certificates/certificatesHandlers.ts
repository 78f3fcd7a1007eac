import type { certificates } from '../../../shared/contract/certificates.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { certificatePage, findCertificate, storedHost } from './certificatesStore.ts';
import { readHost, requestCheck, storeReading } from './checkCertificates.ts';

const existing = <T>(value: T | undefined): T => {
  if (value === undefined) throw new ApiProblem('E-NOT-FOUND');
  return value;
};

/** Certificates of the hosts that the platform calls over TLS. */
export const certificatesHandlers = (services: Services): Handlers<typeof certificates> => {
  const { config, database } = services;
  return {
    list: ({ query }) => certificatePage(database, query),

    check: async ({ params: { id } }, context) => {
      const host = existing(await storedHost(database.db, id));
      // Before the transaction: no connection of the pool waits for another host.
      const reading = await readHost(config, host, context.signal);
      return inTransaction(database, async (tx) => {
        const isStored = await storeReading(tx, config, { id, reading, context, isByUser: true });
        if (!isStored) throw new ApiProblem('E-NOT-FOUND');
        return existing(await findCertificate(tx, id));
      });
    },

    checkAll: (_input, context) => requestCheck(services, context),
  };
};
