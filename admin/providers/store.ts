import { memoryStore, type Store } from 'react-admin';
import type { Client } from '../../shared/client/createClient.ts';
import { fromStored, keyInWindow, loadStoredItems, preferenceKey, type StoredItems, toStored } from './storedItems.ts';

/** Item with the text of the last failure to save, for a notification. */
export const saveFailureKey = 'store.failure';
const saveDelayMs = 100;

/**
 * react-admin's store over the preferences API: columns, saved queries, page sizes, theme and sidebar follow the user, and the
 * browser's storage stays empty. A change is saved after 100 ms together with those that follow it, over what another tab saved
 * in between. Without a client (no user is signed in) everything stays in the tab.
 */
export const createStore = (stored: StoredItems, client?: Client): Store => {
  const memory = memoryStore(fromStored(stored));
  const saved = new Map<string, unknown>(Object.entries(stored));
  const changes = new Map<string, unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving = Promise.resolve();

  const save = async (saver: Client) => {
    const pending = new Map(changes);
    changes.clear();
    try {
      const value: Record<string, unknown> = { ...(await loadStoredItems(saver)) };
      for (const [key, item] of pending) {
        if (item === undefined) delete value[key];
        else value[key] = item;
      }
      const json = value as never; // the items came from JSON, or react-admin wrote them, whose type is anything
      await saver.preferences.save({ params: { key: preferenceKey }, body: { value: json } });
    } catch (error) {
      for (const [key, item] of pending) if (!changes.has(key)) changes.set(key, item);
      memory.setItem(saveFailureKey, error instanceof Error ? error.message : String(error));
    }
  };
  const schedule = () => {
    if (!client) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      saving = saving.then(() => save(client));
    }, saveDelayMs);
  };
  const recordChange = (key: string, value: unknown) => {
    const entry = toStored(key, value);
    if (!entry || JSON.stringify(saved.get(entry[0])) === JSON.stringify(entry[1])) return;
    saved.set(...entry);
    changes.set(...entry);
    schedule();
  };
  return {
    ...memory,
    getItem: (key, defaultValue) => memory.getItem(keyInWindow(key), defaultValue),
    subscribe: (key, callback) => memory.subscribe(keyInWindow(key), callback),
    setItem(key, value) {
      memory.setItem(keyInWindow(key), value);
      recordChange(key, value);
    },
    removeItem(key) {
      memory.removeItem(key);
      recordChange(key, undefined);
    },
    removeItems(prefix) {
      const removed = Object.keys(memory.listItems?.(prefix) ?? {});
      memory.removeItems(prefix);
      for (const key of removed) recordChange(key, undefined);
    },
    // react-admin empties the store at sign-out: what is stored belongs to the user, not to the session.
    reset: () => memory.reset(),
  };
};
