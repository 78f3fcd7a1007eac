/** Every role a person can hold (spec 2 section 6). */
export const roleNames = ['SysAdmin', 'SysAdminReporting', 'Administrator', 'User'] as const;

/** Both platform roles count as system administrators (spec 2 section 1). */
export const isSystemAdministrator = (roles: readonly string[]): boolean =>
  roles.includes('SysAdmin') || roles.includes('SysAdminReporting');

/** The page a person lands on after signing in, by role; Administrator wins over User (spec 2 section 2). */
export const landingFor = (roles: readonly string[]): string => {
  if (isSystemAdministrator(roles)) return '/admin/dashboard/messaging';
  return roles.includes('Administrator') ? '/account/dashboard' : '/intake';
};

const longestReturnAddress = 2048;
const decodingRounds = 5;
// Printable ASCII without blank and backslash: an address bar never yields anything else, so raw tabs, CR, LF and fullwidth slashes are tricks.
const plainAddress = /^\/(?!\/)[!-[\]-~]*$/;
const encodedControl = /%(?:25)*(?:0[0-9a-f]|1[0-9a-f]|7f)/i;

/** The path with every layer of percent encoding taken off, or null when it cannot be read. */
const decodePath = (path: string): string | null => {
  let decoded = path;
  for (let round = 0; round < decodingRounds; round += 1) {
    let next: string;
    try {
      next = decodeURIComponent(decoded);
    } catch {
      return round === 0 ? null : decoded;
    }
    if (next === decoded) return decoded;
    decoded = next;
  }
  return null;
};

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

const isSafe = (address: string): boolean => {
  if (address.length > longestReturnAddress || !plainAddress.test(address) || encodedControl.test(address))
    return false;
  const decoded = decodePath(pathOf(address));
  if (decoded === null) return false;
  // NFKC folds fullwidth and other look-alike slashes and dots the way some servers do.
  const path = decoded.normalize('NFKC');
  return !path.includes('\\') && !path.includes('//') && !path.split('/').some((part) => part === '.' || part === '..');
};

/**
 * `value` when it is an absolute path on our own origin, else `fallback`. Refuses every form a browser could read as
 * another origin: `//e`, `/\e`, `/%09/e`, schemes, `@e`, CR and LF, fullwidth slashes, dot segments, and all of them encoded.
 */
export const safeReturnAddress = (value: unknown, fallback: string): string =>
  typeof value === 'string' && isSafe(value) ? value : fallback;

const neverReturnedTo = new Set([
  'unauthorized',
  'access-denied',
  'auth-error',
  'callback',
  'auth-callback',
  'login',
  'register',
  'logout',
]);

/**
 * Whether the page may be remembered as the one to return to after sign-in (spec 2 section 4): not the sign-in pages
 * themselves, not `/`, not `/admin`, not an address with `?email=`, and never one `safeReturnAddress` refuses.
 */
export const mayStoreReturnAddress = (path: string): boolean => {
  if (!isSafe(path)) return false;
  if (/[?&](?:e|%65)(?:m|%6d)(?:a|%61)(?:i|%69)(?:l|%6c)=/i.test(path)) return false;
  const segments = (decodePath(pathOf(path)) ?? '').toLowerCase().split('/').filter(Boolean);
  const [first, second] = segments;
  if (first === undefined || (first === 'admin' && second === undefined)) return false;
  const page = first === 'account' || first === 'oidc' || first === 'auth' ? second : first;
  return page === undefined || !neverReturnedTo.has(page);
};
