import { describe, expect, it } from 'vitest';
import { organizationCommand } from '../../../admin/organizations/list/organizationCommand.ts';
import { readViews as readKept, withoutView, withView } from '../../../admin/components/list/listViews.ts';
import { readPlace } from '../../../admin/organizations/list/organizationViews.ts';
import { orgsList } from '../../../cli/commands/orgs.ts';
import { filtersOf, organizationQuery } from '../../../admin/providers/organizationDialect.ts';

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

describe('saved views', () => {
  const readViews = (stored: unknown) => readKept(stored, readPlace);
  const view = { name: 'B', filters: { tierCode: 'PRO' }, descending: false, pageSize: 25 };
  it.each([null, 'text', {}, [null, 7, {}, { name: ' ' }]])('are none in %j', (stored) => {
    expect(readViews(stored)).toEqual([]);
  });
  it('are read from what another version may have written', () => {
    const stored = [
      { name: ' B ', filters: { tierCode: 'PRO', later: 1 }, pageSize: 25 },
      { name: 'B' },
      { name: 'C', pageSize: 7 },
    ];
    expect(readViews(stored)).toEqual([view, { name: 'C', filters: {}, descending: false, pageSize: 10 }]);
  });
  it('stand in order of their names, each once', () => {
    const views = withView(withView([view], { ...view, name: 'A' }), { ...view, pageSize: 50 });
    expect(views.map(({ name, pageSize }) => [name, pageSize])).toEqual([
      ['A', 25],
      ['B', 50],
    ]);
    expect(withoutView(views, 'A').map(({ name }) => name)).toEqual(['B']);
  });
});

describe('the list as a command', () => {
  const plain = { filters: {}, descending: false, page: 1, pageSize: 10 };
  it.each([
    [plain, 'carepost orgs list'],
    [
      { ...plain, filters: { isActivated: true, isEnabled: true, apiCapture: false, cancelling: true as const } },
      'carepost orgs list --activated --login-enabled --not-capturing --cancelling',
    ],
    [
      { ...plain, filters: { isActivated: false, isEnabled: false, apiCapture: true, loginType: 'SSO' as const } },
      'carepost orgs list --not-activated --login-disabled --login-type SSO --capturing',
    ],
    [
      { ...plain, filters: { networkId: 'n', resellerId: 'r', typeId: 't', brandId: 'b', tierCode: 'BIG PLAN' } },
      "carepost orgs list --network n --reseller r --type t --brand b --tier 'BIG PLAN'",
    ],
    [
      { filters: { q: '-x $(rm)' }, descending: true, page: 3, pageSize: 25 },
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
      brandId: 'b',
      tierCode: 'x',
      cancelling: true as const,
    };
    const known = new Set(orgsList.options?.flatMap(({ flags }) => flags.split(/[\s,]+/)));
    const used = [true, false].flatMap((on) =>
      organizationCommand({
        ...plain,
        pageSize: 25,
        page: 2,
        filters: { ...filters, loginType: 'SSO', isActivated: on, isEnabled: on, apiCapture: on },
      })
        .split(' ')
        .filter((word) => word.startsWith('--')),
    );
    expect(used.filter((flag) => !known.has(flag))).toEqual([]);
  });
});
