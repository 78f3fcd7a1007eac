/** Events of a person on a page (spec 2 section 9). */
export const activityPageSize = 30;

/** Most rows of an export of activity (spec 3 section 9). */
export const activityExportRows = 10_000;

/** Agreements accepted; a repeated call changes nothing. */
export const acceptActions = ['eulas.accept', 'resellers.acceptEula'] as const;

/** Calls by which a person answers for something: an agreement accepted, content of a message opened. */
export const signOffActions = [
  ...acceptActions,
  'messages.get',
  'attachments.get',
  'attachments.convert',
  'attachments.generatePreview',
  'attachments.patient',
  'preview.document',
] as const;
