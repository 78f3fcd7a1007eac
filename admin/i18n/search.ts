/** Texts of the search over the platform. */
export const searchMessages = {
  label: 'Name, number, address or OID',
  results: 'Results',
  hint: 'Names, subdomains, user names, numbers, ids, OIDs, direct addresses, message numbers. At least %{count} characters.',
  searching: 'Searching…',
  none: 'Nothing matches “%{text}”',
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
