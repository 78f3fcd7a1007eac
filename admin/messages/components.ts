/** Texts of the pieces all pages share. */
export const componentMessages = {
  paging: {
    pages: 'Pages',
    page: 'Page %{page}',
    previousBlock: 'Previous pages',
    nextBlock: 'Next pages',
    jump: 'Go to page',
    size: 'Records per page',
    perPage: '%{size} per page',
    range: '%{from}–%{to} of %{total}',
    none: '0 records',
  },
  search: { clear: 'Clear search' },
  states: {
    loading: 'Loading…',
    retry: 'Retry',
    failed: 'This could not be loaded.',
    forbidden: 'You are not authorized to view this resource.',
    correlation: 'Reference: %{id}',
    none: 'None',
  },
  confirm: { cancel: 'Cancel', typeName: 'Type “%{name}” to confirm', working: 'Working…' },
  form: {
    summary: 'One field needs correcting |||| %{smart_count} fields need correcting',
    lookupFailed: 'The choices could not be loaded.',
    noOptions: 'No match',
  },
  keyboard: {
    title: 'Keyboard shortcuts',
    close: 'Close',
    next: 'Next row',
    previous: 'Previous row',
    open: 'Open the row',
    search: 'Search',
    help: 'Show this help',
    escape: 'Close, or leave the search box',
  },
};
