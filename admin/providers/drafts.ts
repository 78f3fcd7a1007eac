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
  /** The user has changed a form: it is sent after a short pause, because a session that is ended elsewhere gives no notice. */
  readonly changed: () => void;
  /** Whether a dialog has to be opened again, because its form has a draft: once. */
  readonly reopens: (place: DraftPlace) => boolean;
  /** Sends all forms with changes; a form that cannot be sent does not stop the others. */
  readonly saveAll: () => Promise<void>;
  /** The page goes because the session ended: drafts stay. */
  readonly close: () => void;
}

const keyOf = ({ page, form }: DraftPlace) => `${form} ${page}`;

/** Forms are sent after a pause of typing, and at the latest so long after the first change: each call is an audit row. */
const pauseMs = 3000;
const longestWaitMs = 15_000;

interface DraftStoreOptions {
  /** Of the user's pages: another tab may have changed to another one. */
  readonly organizationId?: string | null | undefined;
  readonly onFailure?: (error: unknown) => void;
}

export const createDraftStore = (
  client: Pick<Client, 'drafts'>,
  stored: readonly Draft[] = [],
  { organizationId = null, onFailure = () => undefined }: DraftStoreOptions = {},
): DraftStore => {
  const owner = organizationId === null ? {} : { organizationId };
  const taken = new Map(stored.map((draft) => [keyOf(draft), draft.value]));
  const forms = new Map<string, { readonly place: DraftPlace; readonly read: ReadFields }>();
  /** What the server has, as text. */
  const saved = new Map(stored.map((draft) => [keyOf(draft), JSON.stringify(draft.value)]));
  /** The last call of each form: a draft that is forgotten while it is on its way would stay. */
  const calls = new Map<string, Promise<void>>();
  const reopened = new Set<string>();
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changedAt: number | undefined;

  const inTurn = (place: DraftPlace, call: () => Promise<void>): Promise<void> => {
    const next = (calls.get(keyOf(place)) ?? Promise.resolve()).then(call).catch(onFailure);
    calls.set(keyOf(place), next);
    return next;
  };
  const discard = (place: DraftPlace) => {
    taken.delete(keyOf(place));
    return inTurn(place, async () => {
      if (saved.delete(keyOf(place)))
        await client.drafts.discard({ query: { ...owner, page: place.page, form: place.form } });
    });
  };
  const save = (place: DraftPlace, value: Fields | undefined) => {
    if (value === undefined) return discard(place);
    const text = JSON.stringify(value);
    return inTurn(place, async () => {
      if (saved.get(keyOf(place)) === text) return;
      await client.drafts.save({ body: { ...owner, page: place.page, form: place.form, value } });
      saved.set(keyOf(place), text);
    });
  };
  const stopTimer = () => {
    clearTimeout(timer);
    changedAt = undefined;
  };
  const saveAll = async () => {
    stopTimer();
    if (!isClosed) await Promise.all([...forms.values()].map(({ place, read }) => save(place, read())));
  };
  return {
    open: (place, read) => {
      const form = { place, read };
      forms.set(keyOf(place), form);
      return () => {
        if (forms.get(keyOf(place)) === form) forms.delete(keyOf(place));
        // The user has gone on; a draft that stays until it expires does no harm.
        if (!isClosed) void discard(place);
      };
    },
    take: (place) => taken.get(keyOf(place)),
    changed: () => {
      if (isClosed) return;
      clearTimeout(timer);
      changedAt ??= Date.now();
      timer = setTimeout(() => void saveAll(), Math.min(pauseMs, Math.max(0, changedAt + longestWaitMs - Date.now())));
    },
    reopens: (place) => {
      const key = keyOf(place);
      if (!taken.has(key) || reopened.has(key)) return false;
      reopened.add(key);
      return true;
    },
    saveAll,
    close: () => {
      isClosed = true;
      stopTimer();
    },
  };
};

/** Undefined where no user is signed in. */
export const DraftContext = createContext<DraftStore | undefined>(undefined);
