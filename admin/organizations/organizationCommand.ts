import { defaultPageSize } from '../../shared/rules/paging.ts';
import { option } from '../components/list/commandArguments.ts';
import type { ListState } from '../components/ListToolbar.tsx';
import { filtersOf } from '../providers/organizationQuery.ts';

const flag = (value: boolean | undefined, on: string, off: string): string[] =>
  value === undefined ? [] : [value ? on : off];

/** The command that lists the organizations on screen. */
export const organizationCommand = ({ filterValues, sort, page, perPage }: ListState): string => {
  const filters = filtersOf(filterValues);
  return [
    'carepost orgs list',
    ...option('--search', filters.q),
    ...flag(filters.isActivated, '--activated', '--not-activated'),
    ...flag(filters.isEnabled, '--login-enabled', '--login-disabled'),
    ...option('--network', filters.networkId),
    ...option('--reseller', filters.resellerId),
    ...option('--type', filters.typeId),
    ...option('--specialty', filters.specialtyId),
    ...option('--brand', filters.brandId),
    ...option('--plan', filters.planId),
    ...option('--tier', filters.tierCode),
    ...option('--login-type', filters.loginType),
    ...flag(filters.apiCapture, '--capturing', '--not-capturing'),
    ...(filters.cancelling ? ['--cancelling'] : []),
    ...(sort.order === 'DESC' ? ['--sort name:desc'] : []),
    ...(perPage === defaultPageSize ? [] : [`--page-size ${perPage}`]),
    ...(page === 1 ? [] : [`--page ${page}`]),
  ].join(' ');
};
