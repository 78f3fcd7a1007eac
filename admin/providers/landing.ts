import { landingFor } from '../../shared/rules/landing.ts';

/**
 * Where a person lands (spec 2 section 2). The messaging dashboard is not part of the product yet, so SysAdmin, whose daily
 * work is organizations, lands on their list; take this exception out when the dashboard arrives.
 */
export const landingPage = (roles: readonly string[]): string =>
  roles.includes('SysAdmin') ? '/admin/organizations' : landingFor(roles);
