import type { OptionSpec } from '../../command.ts';
import { CliError } from '../../errors.ts';

export interface ListFilters {
  readonly activated?: boolean;
  readonly notActivated?: boolean;
  readonly loginEnabled?: boolean;
  readonly loginDisabled?: boolean;
  readonly capturing?: boolean;
  readonly notCapturing?: boolean;
  readonly loginType?: 'Password' | 'SSO';
  readonly network?: string;
  readonly reseller?: string;
  readonly type?: string;
  readonly brand?: string;
  readonly tier?: string;
}

/** The list is narrowed by the server; those given must all hold. */
export const filterFlags: readonly OptionSpec[] = [
  { flags: '--activated', summary: 'only activated ones', group: 'Selection' },
  { flags: '--not-activated', summary: 'only those not activated', group: 'Selection' },
  { flags: '--login-enabled', summary: 'only those whose people can sign in', group: 'Selection' },
  { flags: '--login-disabled', summary: 'only those whose people cannot sign in', group: 'Selection' },
  { flags: '--capturing', summary: 'only those whose API calls are captured', group: 'Selection' },
  { flags: '--not-capturing', summary: 'only those whose API calls are not captured', group: 'Selection' },
  { flags: '--login-type <type>', summary: 'Password or SSO', group: 'Selection', choices: ['Password', 'SSO'] },
  { flags: '--network <id>', summary: 'only those of this network', group: 'Selection' },
  { flags: '--reseller <id>', summary: 'only those of this reseller', group: 'Selection' },
  { flags: '--type <id>', summary: 'only those of this type, as orgs types shows it', group: 'Selection' },
  { flags: '--brand <id>', summary: 'only those of this brand', group: 'Selection' },
  { flags: '--tier <code>', summary: 'only those with a plan of this tier code', group: 'Selection' },
];

/** One of two flags that exclude each other, as the value of a filter. */
const either = (yes: boolean | undefined, no: boolean | undefined, flags: string): string | undefined => {
  if (yes === true && no === true) throw new CliError('E-USAGE', `${flags} exclude each other.`);
  if (yes === true) return 'true';
  return no === true ? 'false' : undefined;
};

/** The filters as the call takes them. */
export const filterQuery = (given: ListFilters) => {
  const query = {
    isActivated: either(given.activated, given.notActivated, '--activated and --not-activated'),
    isEnabled: either(given.loginEnabled, given.loginDisabled, '--login-enabled and --login-disabled'),
    apiCapture: either(given.capturing, given.notCapturing, '--capturing and --not-capturing'),
    loginType: given.loginType,
    networkId: given.network,
    resellerId: given.reseller,
    typeId: given.type,
    brandId: given.brand,
    tierCode: given.tier,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
};
