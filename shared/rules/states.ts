/** A state as choice lists show it and addresses store it. */
export type State = { readonly code: string; readonly name: string };

const listed = `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware
DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky
LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana
NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota
OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas
UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming
AS American Samoa|GU Guam|MP Northern Mariana Islands|PR Puerto Rico|VI Virgin Islands
FM Federated States of Micronesia|MH Marshall Islands|PW Palau
AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific`;

/**
 * US states, the District of Columbia, territories, the Pacific states in free association and the armed forces, with the
 * two-letter codes of the postal service (spec 3 section 3, Reference; the contents are ours, spec 1 section 9).
 */
export const states: readonly State[] = listed
  .split(/[|\n]/)
  .map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }));

const codes = new Set(states.map((state) => state.code));

/** Whether the value is one of the two-letter codes, in upper case as they are stored. */
export const isStateCode = (value: string): boolean => codes.has(value);

/** New addresses start in this country (spec 1 section 5, directory entry). */
export const defaultCountry = 'US';
