/** Texts of the apps. */
export const appMessages = {
  title: 'Apps',
  add: 'Add app',
  search: 'Search apps',
  none: 'No apps yet',
  saved: 'The app was saved successfully.',
  saveFailed: 'There was an error saving this app.',
  deleted: 'The app was deleted successfully.',
  deleteFailed: 'There was an error deleting this app.',
  deleteText: 'The app is removed from the list of apps.',
  section: 'App',
  taken: 'Another app has this name. Choose another name.',
  fields: { name: 'Name' },
};
