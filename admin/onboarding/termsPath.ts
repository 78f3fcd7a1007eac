/** The page with the agreement of the own organization (spec 2 section 2). */
export const termsPath = '/policies/termsofuse';
