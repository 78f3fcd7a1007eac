import { mayStoreReturnAddress, safeReturnAddress } from '../../shared/rules/landing.ts';

/** Keys of spec 2 section 7 that this browser keeps; none holds a token or anything about a patient. */
export const storageKeys = {
  profile: 'ProfileData',
  redirectUrl: 'redirectUrl',
  ssoConnection: 'ssoConnection',
  hideActivationDelay: 'hideOrgActivationDelayModal',
} as const;

type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Remembers the page a person wanted before sign-in, unless it is one to which nobody returns (spec 2 section 4). */
export const rememberWantedPage = (address: string, storage: Keeper): void => {
  if (mayStoreReturnAddress(address)) storage.setItem(storageKeys.redirectUrl, address);
};

/** The remembered page, once; the fallback where there is none or somebody wrote another origin into the storage. */
export const takeWantedPage = (storage: Keeper, fallback: string): string => {
  const kept = storage.getItem(storageKeys.redirectUrl);
  storage.removeItem(storageKeys.redirectUrl);
  const safe = safeReturnAddress(kept, fallback);
  return safe === fallback || mayStoreReturnAddress(safe) ? safe : fallback;
};

/** What a sign-out clears (spec 2 section 4). Appearance and page sizes stay: they say nothing about anybody. */
export const forgetPerson = (storage: Keeper): void => {
  for (const key of [storageKeys.redirectUrl, storageKeys.profile, storageKeys.ssoConnection]) storage.removeItem(key);
};

/** Name of a single sign-on connection as it may appear in an address; anything else is no connection. */
export const connectionName = (value: string | null | undefined): string | undefined =>
  typeof value === 'string' && /^[\w.-]{1,100}$/.test(value) ? value : undefined;
