import { describe, expect, it } from 'vitest';
import { organizationCommand } from '../../../admin/organizations/organizationCommand.ts';
import { orgsList } from '../../../cli/commands/orgs.ts';
import { filtersOf, organizationQuery } from '../../../admin/providers/organizationQuery.ts';

describe('filters of an address', () => {
  it.each([
    [
      { isActivated: 'true', isEnabled: false, cancelling: 'true' },
      { isActivated: true, isEnabled: false, cancelling: true },
    ],
    [
      { loginType: 'SSO', tierCode: ' PRO ', q: ' a ' },
      { loginType: 'SSO', tierCode: 'PRO', q: 'a' },
    ],
    [{ loginType: 'other', tierCode: '', networkId: 7, apiCapture: 'maybe', cancelling: false, page: 3 }, {}],
  ])('%j are %j', (input, filters) => {
    expect(filtersOf(input)).toEqual(filters);
  });
  it('become the query of the call', () => {
    const filter = { q: 'a', cancelling: true, isActivated: false, apiCapture: true, resellerId: 'r', typeId: 't' };
    expect(organizationQuery({ filter })).toEqual({
      cancelling: 'true',
      sortDir: 'asc',
      pageNumber: 1,
      pageSize: 10,
      search: 'a',
      isActivated: 'false',
      apiCapture: 'true',
      resellerId: 'r',
      typeId: 't',
    });
  });
});

describe('the list as a command', () => {
  const byName = { field: 'name', order: 'ASC' } as const;
  const plain = { filterValues: {}, sort: byName, page: 1, perPage: 10 };
  it.each([
    [plain, 'carepost orgs list'],
    [
      { ...plain, filterValues: { isActivated: true, isEnabled: true, apiCapture: false, cancelling: true as const } },
      'carepost orgs list --activated --login-enabled --not-capturing --cancelling',
    ],
    [
      { ...plain, filterValues: { isActivated: false, isEnabled: false, apiCapture: true, loginType: 'SSO' as const } },
      'carepost orgs list --not-activated --login-disabled --login-type SSO --capturing',
    ],
    [
      { ...plain, filterValues: { networkId: 'n', resellerId: 'r', typeId: 't', brandId: 'b', tierCode: 'BIG PLAN' } },
      "carepost orgs list --network n --reseller r --type t --brand b --tier 'BIG PLAN'",
    ],
    [{ ...plain, filterValues: { specialtyId: 's', planId: 'p' } }, 'carepost orgs list --specialty s --plan p'],
    [
      { filterValues: { q: '-x $(rm)' }, sort: { field: 'name', order: 'DESC' } as const, page: 3, perPage: 25 },
      "carepost orgs list --search='-x $(rm)' --sort name:desc --page-size 25 --page 3",
    ],
  ])('%j', (list, command) => {
    expect(organizationCommand(list)).toBe(command);
  });
  it('is one the command line knows', () => {
    const filters = {
      q: 'a',
      networkId: 'n',
      resellerId: 'r',
      typeId: 't',
      specialtyId: 's',
      brandId: 'b',
      planId: 'p',
      tierCode: 'x',
      cancelling: true as const,
    };
    const known = new Set(orgsList.options?.flatMap(({ flags }) => flags.split(/[\s,]+/)));
    const used = [true, false].flatMap((on) =>
      organizationCommand({
        ...plain,
        perPage: 25,
        page: 2,
        filterValues: { ...filters, loginType: 'SSO', isActivated: on, isEnabled: on, apiCapture: on },
      })
        .split(' ')
        .filter((word) => word.startsWith('--')),
    );
    expect(used.filter((flag) => !known.has(flag))).toEqual([]);
  });
});
