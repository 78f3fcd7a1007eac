import { type mailbox, mailStatuses } from '../../../shared/contract/mailbox.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { mailPage } from '../../mail/mailStore.ts';

/** Real mail is for its recipients: outside a demo there is no such address. */
export const mailboxHandlers = ({ config, database }: Services): Handlers<typeof mailbox> => ({
  list: async ({ query }) => {
    if (!config.demo) throw new ApiProblem('E-ROUTE-NOT-FOUND');
    const { items, totalCount } = await mailPage(database.db, query);
    return {
      items: items.map(({ organizationId: _organization, status, createdAt, sentAt, ...mail }) => ({
        ...mail,
        status: mailStatuses.find((known) => known === status) ?? 'Pending',
        createdAt: createdAt.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
      })),
      totalCount,
    };
  },
});
