import { directAddressProblem } from '../../../shared/rules/address.ts';

export interface SavedAddress {
  readonly address: string;
  readonly displayName: string;
}

/** Addresses of the modal on one page (spec 1 section 9). */
export const savedPageSize = 5;

export const isSavedField = (name: string): name is keyof SavedAddress => name === 'address' || name === 'displayName';

export type SavedOrder = { readonly by: keyof SavedAddress; readonly descending: boolean };

/** In the order asked for, without regard to case. */
export const sorted = (items: readonly SavedAddress[], { by, descending }: SavedOrder): SavedAddress[] => {
  const upward = [...items].sort((one, other) => one[by].localeCompare(other[by], 'en', { sensitivity: 'base' }));
  return descending ? upward.reverse() : upward;
};

const isAddress = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);

/** What keeps an address from joining the list: message keys or the rule's own text by field. */
export const savedProblems = (
  { address, displayName }: SavedAddress,
  items: readonly SavedAddress[],
): Partial<Record<keyof SavedAddress, string>> => {
  const [local = ''] = address.split('@');
  const problem = directAddressProblem(local) ?? (isAddress(address) ? null : 'addresses.saved.invalid');
  const known = items.some((item) => item.address.toLowerCase() === address.toLowerCase());
  return {
    ...(problem === null ? {} : { address: problem }),
    ...(known ? { address: 'addresses.saved.duplicate' } : {}),
    ...(displayName === '' ? { displayName: 'addresses.saved.nameMissing' } : {}),
  };
};
