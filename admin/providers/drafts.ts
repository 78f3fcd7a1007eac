import { createContext } from 'react';
import type { Client } from '../../shared/client/createClient.ts';
import type { Draft } from '../../shared/contract/drafts.ts';

/** The page of a form, without query, and its name there. */
export interface DraftPlace {
  readonly page: string;
  readonly form: string;
}

type Fields = Draft['value'];
/** The changed fields of a form; undefined while it has none. */
type ReadFields = () => Fields | undefined;

/** Unsaved forms of the user, which the server keeps (quality SS-1): the storage of the browser has none. */
export interface DraftStore {
  /** A form is on screen; returns how to leave it. Its draft goes when the form does: it was saved or discarded. */
  readonly open: (place: DraftPlace, read: ReadFields) => () => void;
  /** What the user had typed there before the session ended. */
  readonly take: (place: DraftPlace) => Fields | undefined;
  /** Whether a dialog has to be opened again, because its form has a draft: once. */
  readonly reopens: (place: DraftPlace) => boolean;
  /** Sends all forms with changes; a form that cannot be sent does not stop the others. */
  readonly saveAll: () => Promise<void>;
  /** The page goes because the session ended: drafts stay. */
  readonly close: () => void;
}

const keyOf = ({ page, form }: DraftPlace) => `${form} ${page}`;

export const createDraftStore = (client: Pick<Client, 'drafts'>, stored: readonly Draft[] = []): DraftStore => {
  const taken = new Map(stored.map((draft) => [keyOf(draft), draft.value]));
  const forms = new Map<string, { readonly place: DraftPlace; readonly read: ReadFields }>();
  /** What the server has, as text. */
  const saved = new Map(stored.map((draft) => [keyOf(draft), JSON.stringify(draft.value)]));
  const reopened = new Set<string>();
  let isClosed = false;

  const discard = async (place: DraftPlace) => {
    taken.delete(keyOf(place));
    if (saved.delete(keyOf(place))) await client.drafts.discard({ query: { page: place.page, form: place.form } });
  };
  const save = async ({ place, read }: { place: DraftPlace; read: ReadFields }) => {
    const value = read();
    if (value === undefined) return discard(place);
    const text = JSON.stringify(value);
    if (saved.get(keyOf(place)) === text) return undefined;
    await client.drafts.save({ body: { page: place.page, form: place.form, value } });
    saved.set(keyOf(place), text);
    return undefined;
  };
  return {
    open: (place, read) => {
      const form = { place, read };
      forms.set(keyOf(place), form);
      return () => {
        if (forms.get(keyOf(place)) === form) forms.delete(keyOf(place));
        // The user has gone on; a draft that stays until it expires does no harm.
        if (!isClosed) void discard(place).catch(() => undefined);
      };
    },
    take: (place) => taken.get(keyOf(place)),
    reopens: (place) => {
      const key = keyOf(place);
      if (!taken.has(key) || reopened.has(key)) return false;
      reopened.add(key);
      return true;
    },
    saveAll: async () => {
      if (!isClosed) await Promise.allSettled([...forms.values()].map(save));
    },
    close: () => {
      isClosed = true;
    },
  };
};

/** Undefined where no user is signed in. */
export const DraftContext = createContext<DraftStore | undefined>(undefined);
