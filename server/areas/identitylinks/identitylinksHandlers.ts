import type { identitylinks } from '../../../shared/contract/identitylinks.ts';
import { audit } from '../../database/audit.ts';
import { changesBetween } from '../../database/namedRecords.ts';
import { newId } from '../../database/newId.ts';
import { violatedConstraint } from '../../database/sqlState.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { normalizeIssuer } from '../../identity/links/identityLinks.ts';
import { findLink, findUserId, linkPage, lockLink, lockLinkOf, removeLink, saveLink } from './identitylinksStore.ts';

const existing = <T>(value: T | undefined): T => {
  if (value === undefined) throw new ApiProblem('E-NOT-FOUND');
  return value;
};

const linkExists = (cause?: unknown) =>
  new ApiProblem('E-LINK-EXISTS', {
    modelState: { subject: ['This subject of the issuer is linked already; remove that link first.'] },
    cause,
  });

const ownIssuer = () =>
  new ApiProblem('E-REQUEST-INVALID', {
    modelState: {
      issuer: ['is this installation itself, whose accounts need no link: enter the issuer of the other provider'],
    },
  });

/** Links of accounts to subjects of other OpenID providers. */
export const identitylinksHandlers = ({ config, database }: Services): Handlers<typeof identitylinks> => ({
  list: ({ query }) => linkPage(database, query),

  get: async ({ params }) => existing(await findLink(database.db, params.id)),

  create: ({ body }, context) =>
    inTransaction(database, async (tx) => {
      const { subject, userName } = body;
      const issuer = normalizeIssuer(body.issuer);
      if (issuer === normalizeIssuer(`${config.publicUrl}/oidc`)) throw ownIssuer();
      const userId = await findUserId(tx, userName);
      if (userId === undefined) {
        const text = 'There is no such user.';
        throw new ApiProblem('E-USER-UNKNOWN', { message: text, modelState: { userName: [text] } });
      }
      const before = await lockLinkOf(tx, issuer, subject);
      if (before?.status === 'Active') throw linkExists();
      const id = before?.id ?? newId();
      await saveLink(tx, { id, issuer, subject, userId, author: context.actor.name });
      const changes = changesBetween(before ? { userId: before.userId, status: before.status } : {}, {
        issuer,
        subject,
        userId,
        status: 'Active',
      });
      await audit(tx, context, { action: 'identitylinks.create', targetType: 'identity link', targetId: id, changes });
      return existing(await findLink(tx, id));
    }).catch((error: unknown) => {
      throw violatedConstraint(error) === 'identity_links_subject' ? linkExists(error) : error;
    }),

  delete: ({ params: { id } }, context) =>
    inTransaction(database, async (tx) => {
      const { issuer, subject, userId, status } = existing(await lockLink(tx, id));
      if (status === 'Removed') throw new ApiProblem('E-LINK-REMOVED');
      await removeLink(tx, id, context.actor.name);
      const changes = {
        status: { before: 'Active', after: 'Removed' },
        issuer: { before: issuer, after: issuer },
        subject: { before: subject, after: subject },
        userId: { before: userId, after: userId },
      };
      await audit(tx, context, { action: 'identitylinks.delete', targetType: 'identity link', targetId: id, changes });
      return undefined;
    }),
});
