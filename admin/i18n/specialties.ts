/** Texts of the specialties. */
export const specialtyMessages = {
  title: 'Specialties',
  add: 'Add specialty',
  search: 'Search specialties',
  none: 'No specialties yet',
  saved: 'The specialty was saved successfully.',
  saveFailed: 'There was an error saving this specialty.',
  deleted: 'The specialty was deleted successfully.',
  deleteFailed: 'There was an error deleting this specialty.',
  deleteText: 'Only a specialty that no organization has can be deleted.',
  usage: 'Organizations with this specialty',
  section: 'Specialty',
  fields: { name: 'Name' },
};
