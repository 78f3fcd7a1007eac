/** Which records a request covers by their date (spec 1 section 9). */
export const dateDisclosures = [
  'All Dates',
  '2 Years from Date Last Seen',
  '3 Years',
  '5 Years',
  'Date Range',
  'Specific Date(s)',
] as const;

/** Records that have to be asked for on their own (spec 1 section 9). */
export const additionalRequestTypes = ['Alcohol', 'Drug', 'Genetic Testing', 'HIV', 'Mental Health', 'STDs'] as const;

/** Why records are disclosed; the spec names the list without its contents, these are ours (spec 1 section 9). */
export const disclosurePurposes = [
  'Continuity of Care',
  'Treatment',
  'Payment',
  'Health Care Operations',
  'Insurance',
  'Legal',
  'Disability Determination',
  'Public Health',
  'Personal Use',
  'Other',
] as const;

/** How urgent a support request is, 1 being the most (spec 1 section 9). */
export const supportSeverities = [1, 2, 3, 4] as const;
