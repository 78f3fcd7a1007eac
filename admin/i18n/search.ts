/** Texts of the search over the platform. */
export const searchMessages = {
  label: 'Name, number, address or OID',
  results: 'Results',
  hint: 'Organizations, users and networks by name, subdomain, user name, number or id; OIDs, direct addresses and messages by number. At least %{count} characters.',
  searching: 'Searching…',
  none: 'No page, organization, user, network, OID, address or message matches “%{text}”',
  failed: 'The search failed.',
  close: 'Close',
  count: '%{smart_count} result |||| %{smart_count} results',
  more: '%{group}: there are more matches. Enter a longer text.',
  groups: {
    recent: 'Recent pages',
    pages: 'Pages',
    Organization: 'Organizations',
    User: 'Users',
    Network: 'Networks',
    Oid: 'OIDs',
    Address: 'Addresses',
    Message: 'Messages',
  },
};
