/** What a connected record system can do (spec 3 section 3). */
export const integrationCapabilities = [
  'patientLookup',
  'patientDetailsLookup',
  'visitLookup',
  'reviewerLookup',
  'documentTypeLookup',
  'documentUpload',
  'reviewerGroupLookup',
  'haveCodeGrantLogin',
] as const;

/** Longest note of a whitelist entry, in characters. */
export const whitelistNoteMax = 500;
