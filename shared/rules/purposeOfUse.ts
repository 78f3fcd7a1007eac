/**
 * Purposes of use that Carequality and TEFCA exchange know, with the codes of the national purpose-of-use code system
 * (2.16.840.1.113883.3.18.7.1), in the order of the choice list. The specification shows no list (spec 1 section 7).
 */
export const purposesOfUse = [
  { code: 'TREATMENT', name: 'Treatment' },
  { code: 'PAYMENT', name: 'Payment' },
  { code: 'OPERATIONS', name: 'Health Care Operations' },
  { code: 'PUBLICHEALTH', name: 'Public Health' },
  { code: 'COVERAGE', name: 'Coverage Determination' },
  { code: 'REQUEST', name: 'Individual Access Services' },
  { code: 'GOVERNMENT', name: 'Government Benefits Determination' },
  { code: 'EMERGENCY', name: 'Emergency Treatment' },
  { code: 'DISASTER', name: 'Disaster Relief' },
  { code: 'OVERSIGHT', name: 'Health Oversight' },
  { code: 'RESEARCH', name: 'Research' },
  { code: 'WORKERSCOMP', name: "Workers' Compensation" },
] as const;

/** Whether the code is in the catalogue; codes are written in upper case. */
export const isPurposeOfUse = (code: string): boolean => purposesOfUse.some((purpose) => purpose.code === code);

/** The name people read; a code outside the catalogue is shown as it is. */
export const purposeOfUseName = (code: string): string =>
  purposesOfUse.find((purpose) => purpose.code === code)?.name ?? code;

/** Shown when a code fails `isPurposeOfUse`. */
export const purposeOfUseText = 'Choose purposes of use from the list.';
