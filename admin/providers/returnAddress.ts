import { mayStoreReturnAddress, safeReturnAddress } from '../../shared/rules/landing.ts';
import { clearedAtLogout, storageKeys } from '../../shared/rules/session.ts';

type ItemStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The id of the user whose page it was; without one it is the page of the next user. */
const ownerKey = 'carepost.redirectOwner';

/**
 * Stores the address requested before the sign-in, unless it is a page of the sign-in itself (spec 2 section 4). `owner` is the user whose session
 * ended on it.
 */
export const storeReturnAddress = (address: string, storage: ItemStorage, owner?: string): void => {
  if (!mayStoreReturnAddress(address)) return;
  storage.setItem(storageKeys.redirectUrl, address);
  if (owner === undefined) storage.removeItem(ownerKey);
  else storage.setItem(ownerKey, owner);
};

/** Removes and returns the stored address; the fallback where there is none, or it is of another origin or another user. */
export const takeReturnAddress = (storage: ItemStorage, fallback: string, user?: string): string => {
  const [stored, owner] = [storageKeys.redirectUrl, ownerKey].map((key) => storage.getItem(key));
  storage.removeItem(storageKeys.redirectUrl);
  storage.removeItem(ownerKey);
  if (typeof owner === 'string' && owner !== user) return fallback;
  const safe = safeReturnAddress(stored, fallback);
  return safe === fallback || mayStoreReturnAddress(safe) ? safe : fallback;
};

/** What a sign-out clears (spec 2 section 4). Appearance and page sizes stay: they are no personal data. */
export const clearSignIn = (storage: ItemStorage): void => {
  for (const key of [...clearedAtLogout, ownerKey]) storage.removeItem(key);
};

/** Name of a single sign-on connection as it may appear in an address; anything else is no connection. */
export const connectionName = (value: string | null | undefined): string | undefined =>
  typeof value === 'string' && /^[\w.-]{1,100}$/.test(value) ? value : undefined;
