import { mayStoreReturnAddress, safeReturnAddress } from '../../shared/rules/landing.ts';
import { clearedAtLogout, storageKeys } from '../../shared/rules/session.ts';

type ItemStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stores the address requested before the sign-in, unless it is a page of the sign-in itself (spec 2 section 4). */
export const storeReturnAddress = (address: string, storage: ItemStorage): void => {
  if (mayStoreReturnAddress(address)) storage.setItem(storageKeys.redirectUrl, address);
};

/** Removes and returns the stored address; the fallback where there is none or it is of another origin. */
export const takeReturnAddress = (storage: ItemStorage, fallback: string): string => {
  const stored = storage.getItem(storageKeys.redirectUrl);
  storage.removeItem(storageKeys.redirectUrl);
  const safe = safeReturnAddress(stored, fallback);
  return safe === fallback || mayStoreReturnAddress(safe) ? safe : fallback;
};

/** What a sign-out clears (spec 2 section 4). Appearance and page sizes stay: they are no personal data. */
export const clearSignIn = (storage: ItemStorage): void => {
  for (const key of clearedAtLogout) storage.removeItem(key);
};

/** Name of a single sign-on connection as it may appear in an address; anything else is no connection. */
export const connectionName = (value: string | null | undefined): string | undefined =>
  typeof value === 'string' && /^[\w.-]{1,100}$/.test(value) ? value : undefined;
