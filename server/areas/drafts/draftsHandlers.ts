import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { drafts } from '../../../shared/contract/drafts.ts';
import { audit, type AuditEvent } from '../../database/audit.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Actor } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { seal, unseal } from '../../identity/secrets/seal.ts';
import { findDrafts, lockOwner, type Owner, type Place, removeDraft, saveDraft } from './draftsStore.ts';

const maxBytes = 64 * 1024;
const targetType = 'user';
/** No record changes: an unsaved form is in no list of changes, where each pause of typing would be a row. */
const isRead = true;
const fields = z.record(z.string(), z.json());

/** Machine clients have no forms. */
const ownerOf = ({ kind, id, organizationId: current }: Actor, organizationId: string | null = current): Owner => {
  if (kind !== 'user' || !z.uuid().safeParse(id).success) throw new ApiProblem('E-DRAFT-OWNER');
  return { userId: id, organizationId };
};

const lockedOwner = async (tx: Transaction, actor: Actor, organizationId: string | undefined): Promise<Owner> => {
  const owner = ownerOf(actor, organizationId);
  if (!(await lockOwner(tx, owner.userId))) throw new ApiProblem('E-DRAFT-OWNER');
  return owner;
};

/** A draft opens for its user, its organization, its page and its form alone. */
const rowOf = ({ userId, organizationId }: Owner, { page, form }: Place) =>
  `session_drafts/${userId}/${form}${organizationId ?? ''}${page}`;
const nameOf = ({ page, form }: Place) => `${page} ${form}`;

/** Unsaved forms of the web application. The database has them encrypted: they may hold anything that a user can type. */
export const draftsHandlers = ({ database, secrets }: Services): Handlers<typeof drafts> => {
  const loadKey = async () => {
    const create = async () => ({ key: randomBytes(32).toString('base64url') });
    const { key } = await secrets.load('drafts', create);
    return { id: 'drafts', bytes: Buffer.from(key, 'base64url') };
  };
  let loading: ReturnType<typeof loadKey> | undefined;
  const draftKey = () => {
    loading ??= loadKey().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  // Made on the first start rather than by the first call, whose failure would leave it behind.
  void draftKey().catch(() => undefined);
  return {
    list: async ({ query: { organizationId } }, { actor }) => {
      const owner = ownerOf(actor, organizationId);
      const [key, rows] = await Promise.all([draftKey(), findDrafts(database.db, owner)]);
      const items = rows.map((row) => ({
        page: row.page,
        form: row.form,
        value: fields.parse(JSON.parse(unseal(key, row.sealed, rowOf(owner, row)))),
        savedAt: row.savedAt.toISOString(),
      }));
      return { items };
    },

    save: async ({ body: { value, organizationId, ...place } }, context) => {
      const text = JSON.stringify(value);
      if (Buffer.byteLength(text) > maxBytes) throw new ApiProblem('E-DRAFT-TOO-LARGE');
      const key = await draftKey();
      return inTransaction(database, async (tx) => {
        const owner = await lockedOwner(tx, context.actor, organizationId);
        await saveDraft(tx, owner, place, seal(key, text, rowOf(owner, place)));
        const changes = { draft: { before: null, after: nameOf(place) } };
        await audit(tx, context, { action: 'drafts.save', targetType, targetId: owner.userId, changes, isRead });
        return undefined;
      });
    },

    discard: ({ query: { organizationId, ...place } }, context) =>
      inTransaction(database, async (tx) => {
        const owner = await lockedOwner(tx, context.actor, organizationId);
        const wasThere = await removeDraft(tx, owner, place);
        const changes: AuditEvent['changes'] = wasThere ? { draft: { before: nameOf(place), after: null } } : {};
        await audit(tx, context, { action: 'drafts.discard', targetType, targetId: owner.userId, changes, isRead });
        return undefined;
      }),
  };
};
