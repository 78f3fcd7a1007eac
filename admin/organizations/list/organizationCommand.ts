import { defaultPageSize } from '../../../shared/rules/paging.ts';
import { option } from '../../components/list/commandWords.ts';
import type { OrganizationFilters } from '../../providers/organizationDialect.ts';

interface ShownList {
  readonly filters: OrganizationFilters;
  readonly descending: boolean;
  readonly page: number;
  readonly pageSize: number;
}

const flag = (value: boolean | undefined, on: string, off: string): string[] =>
  value === undefined ? [] : [value ? on : off];
/** The command that answers with the rows on screen. */
export const organizationCommand = ({ filters, descending, page, pageSize }: ShownList): string =>
  [
    'carepost orgs list',
    ...option('--search', filters.q),
    ...flag(filters.isActivated, '--activated', '--not-activated'),
    ...flag(filters.isEnabled, '--login-enabled', '--login-disabled'),
    ...option('--network', filters.networkId),
    ...option('--reseller', filters.resellerId),
    ...option('--type', filters.typeId),
    ...option('--brand', filters.brandId),
    ...option('--tier', filters.tierCode),
    ...option('--login-type', filters.loginType),
    ...flag(filters.apiCapture, '--capturing', '--not-capturing'),
    ...(filters.cancelling ? ['--cancelling'] : []),
    ...(descending ? ['--sort name:desc'] : []),
    ...(pageSize === defaultPageSize ? [] : [`--page-size ${pageSize}`]),
    ...(page === 1 ? [] : [`--page ${page}`]),
  ].join(' ');
