/** The page with the agreement: of the own organization, without a sign-in that of the platform (spec 2 section 2). */
export const termsPath = '/policies/termsofuse';
export const registerPath = '/account/register';

/** Pages that open without a sign-in. */
export const isOpenPage = (pathname: string): boolean =>
  ['/unauthorized', registerPath, termsPath].includes(pathname.replace(/\/$/, ''));
