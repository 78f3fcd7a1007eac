import { z } from 'zod';
import type { preferences } from '../../../shared/contract/preferences.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Actor } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { findPreference, forgetPreference, lockOwner, otherPreferences, savePreference } from './preferencesStore.ts';

const maxBytes = 32 * 1024;
const maxKeys = 100;

const anyJson = z.json();

/** Machine clients and people whom another provider alone knows have no row of their own here. */
const ownerOf = ({ kind, id }: Actor): string | undefined =>
  kind === 'user' && z.uuid().safeParse(id).success ? id : undefined;

const tooLarge = (text: string) =>
  new ApiProblem('E-PREFERENCE-TOO-LARGE', { message: text, modelState: { value: [text] } });

/** Settings of the web application, each person's own. */
export const preferencesHandlers = ({ database }: Services): Handlers<typeof preferences> => ({
  get: async ({ params }, { actor }) => {
    const owner = ownerOf(actor);
    const record = owner === undefined ? undefined : await findPreference(database.db, owner, params.key);
    return { value: record === undefined ? null : anyJson.parse(record.value) };
  },

  save: ({ params: { key }, body: { value } }, context) =>
    inTransaction(database, async (tx) => {
      const owner = ownerOf(context.actor);
      if (owner === undefined || !(await lockOwner(tx, owner))) throw new ApiProblem('E-PREFERENCE-NOBODY');
      if (Buffer.byteLength(JSON.stringify(value)) > maxBytes) throw tooLarge('A setting has at most 32 kB.');
      if (value !== null && (await otherPreferences(tx, owner, key)) >= maxKeys) {
        throw tooLarge(`A person has at most ${maxKeys} settings.`);
      }
      const before = await findPreference(tx, owner, key);
      if (value === null) await forgetPreference(tx, owner, key);
      else await savePreference(tx, owner, key, value);
      await audit(tx, context, {
        action: 'preferences.save',
        targetType: 'user',
        targetId: owner,
        // The key only: the filters of a user are private.
        changes: { key: { before: before ? key : null, after: value === null ? null : key } },
      });
      return { value };
    }),
});
