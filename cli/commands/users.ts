import { roles } from '../../shared/contract/endpoint.ts';
import { defined } from '../../shared/rules/defined.ts';
import { userSortFields } from '../../shared/rules/user.ts';
import { type Command, selectionFlag } from '../command.ts';
import { eitherFlag } from '../output/where.ts';
import { getCommand, pagesCommand } from '../records/commandBuilders.ts';
import { userAccessCommands } from './users/access.ts';
import { userCreate } from './users/create.ts';
import { idProofCommands } from './users/idproof.ts';
import { userStateCommands } from './users/state.ts';
import { userUnlock } from './users/unlock.ts';
import { sortOf } from '../records/userSort.ts';
import { loadUser, userArgument } from './users/userArgument.ts';
import { organizationKind } from '../records/organizationLookup.ts';

const columns = ['name', 'id', 'userName', 'roleName', 'organizationName', 'isEnabled', 'lockedUntil', 'lastLoginDate'];

const list = pagesCommand({
  name: 'list',
  summary: 'List users, sorted by name',
  options: [
    selectionFlag('--role <role>', `only users with the role ${roles.join(', ')}`, { choices: roles }),
    selectionFlag('--organization <id>', 'only users who may work in this organization', { record: organizationKind }),
    selectionFlag('--enabled', 'only users who can sign in'),
    selectionFlag('--disabled', 'only disabled users'),
    selectionFlag('--locked', 'only users who are locked after failed sign-ins'),
    selectionFlag('--never-signed-in', 'only users who have never signed in'),
    selectionFlag('--deleted', 'deleted users, and no others'),
    selectionFlag('--order <field>', `order of the server: ${userSortFields.join(', ')}; with :desc descending`, {
      parse: sortOf,
    }),
  ],
  columns,
  calls: ['users.list'],
  examples: ['--search baker', '--never-signed-in --role Administrator --all --output csv', '--locked --output json'],
  sortedBy: 'name',
  pages({ client, read, options }) {
    const { role, organization, enabled, disabled, locked, neverSignedIn, deleted, order } = options;
    const filter = defined({
      roleName: role,
      organizationId: organization,
      isEnabled: eitherFlag(enabled, disabled, '--enabled and --disabled'),
      isLocked: locked === true ? 'true' : undefined,
      hasSignedIn: neverSignedIn === true ? 'false' : undefined,
      deleted: deleted === true ? 'true' : undefined,
    });
    return async ({ sortDir, ...page }) => {
      const sort = order ?? JSON.stringify({ field: 'name', dir: sortDir ?? 'asc' });
      const { users, totalUsersCount } = await client.users.list({ query: { ...filter, ...page, sort } }, read);
      return { items: users, totalCount: totalUsersCount };
    };
  },
});

export const commands: readonly Command[] = [
  list,
  getCommand({
    name: 'get',
    summary: 'Show a user',
    arguments: [userArgument],
    calls: ['users.get', 'users.list'],
    examples: ['<user>', '<user> --output json --fields userName,roleName,isEnabled'],
    web: '/admin/users',
    rowFields: columns,
    load: (run) => loadUser(run, run.id),
  }),
  userCreate,
  ...userStateCommands,
  ...idProofCommands,
  ...userAccessCommands,
  pagesCommand({
    name: 'locked',
    summary: 'List the accounts and machine clients that are locked after failed sign-ins',
    calls: ['users.locked'],
    examples: ['', '--search ann --output json'],
    sortedBy: 'lockedUntil',
    newestFirst: true,
    pages:
      ({ client, read }) =>
      (query) =>
        client.users.locked({ query }, read),
  }),
  userUnlock,
];
