/** Sections of a network by sub-path, in order; the first is the network's own address. */
export const networkTabs = ['details', 'organizations', 'admins', 'serviceaccount'] as const;
export type NetworkTab = (typeof networkTabs)[number];

export const tabOf = (path: string | undefined): NetworkTab => networkTabs.find((tab) => tab === path) ?? 'details';

export const tabAddress = (id: string, tab: NetworkTab): string => {
  const address = `/admin/networks/${encodeURIComponent(id)}`;
  return tab === 'details' ? address : `${address}/${tab}`;
};
