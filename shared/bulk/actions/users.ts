import type { BulkAction, Column } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import { changesBetween, type Values } from '../values.ts';
import { guarded, idOf, idProblems, ifThere, nothingKnown, organizationColumn } from './targets.ts';
import {
  bodyOf,
  byUserId,
  checkDeletion,
  checkEnabled,
  checkNewUserName,
  checkOwnUserName,
  detailColumns,
  expectedUserName,
  fieldCells,
  findByUserName,
  nameColumns,
  newCells,
  readUser,
  required,
  roleColumn,
  scanUsers,
  scanWholeUsers,
  takenName,
  userColumn,
  userCurrent,
  userNameOf,
  userFieldProblems,
  enabledColumn,
} from './userRows.ts';

const organizationOfUser: Column = {
  ...organizationColumn('org_id'),
  name: 'organization_id',
  field: 'organizationId',
};

export const usersCreate: BulkAction = {
  name: 'users.create',
  summary: 'Add users of organizations; each gets a mail to create the password',
  kind: 'create',
  columns: [...required(nameColumns), { ...organizationOfUser, required: true }, roleColumn, ...detailColumns],
  naturalKey: 'user_name',
  undoes: 'deletes the user, unless it was changed since',
  mails: true,
  calls: ['users.list', 'users.get', 'organizations.get', 'users.create'],
  keyOf: userNameOf,
  lockOf: (values) => idOf(values, 'organization_id'),
  problems: (values) => [...userFieldProblems(values), ...idProblems(values, ['organization_id'])],

  async read(values, context) {
    const user = await findByUserName(userNameOf(values), context);
    return user && userCurrent(user);
  },

  /** A user who exists with the values of the row was added by an earlier attempt. */
  async check(values, current, { client, options }) {
    if (current !== undefined)
      return changesBetween(current.values, newCells(values)).length === 0 ? [] : [takenName(values)];
    const id = idOf(values, 'organization_id');
    if ((await ifThere(client.organizations.get({ params: { id } }, options))) !== undefined) return [];
    return [{ column: 'organization_id', code: 'E-ROW-TARGET', message: 'The organization does not exist.' }];
  },

  desired: newCells,
  consequences: (_values, current) => (current === undefined ? [{ kind: 'password-mail', count: 1 }] : []),

  async write(values, _current, _changes, { client, options }) {
    const userDetails = bodyOf(newCells(values)) as Parameters<typeof client.users.create>[0]['body']['userDetails'];
    const organizationId = idOf(values, 'organization_id');
    const body = { userDetails, organizationId, emailCreatePassword: true };
    return userCurrent(await client.users.create({ body }, options));
  },

  reverse: ({ id, after }) =>
    after === undefined
      ? { cannot: 'The id of the added user is not known.' }
      : { action: 'users.delete', values: { id, expected_user_name: after.values['user_name'] ?? null } },
};

export const usersUpdate: BulkAction = {
  ...byUserId,
  ...scanWholeUsers,
  name: 'users.update',
  summary: 'Change the fields of users',
  kind: 'update',
  columns: [userColumn(), ...nameColumns, roleColumn, ...detailColumns],
  naturalKey: 'id',
  undoes: 'restores the former cells',
  calls: ['profile.get', 'users.list', 'users.get', 'users.update'],
  problems: (values) => [...idProblems(values, ['id']), ...userFieldProblems(values)],

  async read(values, context) {
    const user = await readUser(idOf(values), context);
    return user && userCurrent(user);
  },

  async check(values, current, context) {
    const isAdministrator = current?.record?.['isSysAdmin'] === true;
    const message = 'The role of a system administrator is changed by sysadmins.enable.';
    return [
      ...(await checkNewUserName(values, current, () => findByUserName(userNameOf(values), context))),
      ...(isAdministrator && values['role'] !== undefined
        ? [{ column: 'role', code: 'E-CELL-RULE', message }]
        : await checkOwnUserName(values, current, context)),
    ];
  },

  desired: fieldCells,

  async write(values, current, changes, { client, options }) {
    const cells = Object.fromEntries(changes.map(({ column, after }) => [column, after]));
    const params = { id: idOf(values) };
    return userCurrent(await client.users.update({ params, body: bodyOf(cells) }, guarded(options, current)));
  },

  reverse: ({ values, id, before }) =>
    before === undefined
      ? nothingKnown
      : {
          action: 'users.update',
          values: {
            id,
            ...Object.fromEntries(
              Object.keys(fieldCells(values)).map((column) => [column, before.values[column] ?? null]),
            ),
          },
        },
};

export const usersEnable: BulkAction = {
  ...byUserId,
  ...scanUsers(({ isEnabled }) => ({ enabled: isEnabled })),
  name: 'users.enable',
  summary: 'Set whether users can sign in; disabling ends their sessions',
  kind: 'update',
  columns: [userColumn(), enabledColumn('whether the user can sign in')],
  naturalKey: 'id',
  undoes: 'restores the former value; sessions stay ended',
  calls: ['profile.get', 'users.list', 'users.get', 'users.enable'],

  async read(values, context) {
    const user = await readUser(idOf(values), context);
    return user && { ...userCurrent(user), values: { enabled: user.isEnabled } };
  },

  check: checkEnabled,
  desired: ({ enabled = null }) => ({ enabled }),
  consequences: (_values, _current, changes) =>
    changes.some(({ after }) => after === false) ? [{ kind: 'users-disabled', count: 1 }] : [],

  async write(values, current, _changes, { client, options }) {
    const body = { id: idOf(values), enable: values['enabled'] === true };
    const user = await client.users.enable({ body }, guarded(options, current));
    return { ...userCurrent(user), values: { enabled: user.isEnabled } };
  },

  reverse: ({ id, before }) =>
    before === undefined
      ? nothingKnown
      : { action: 'users.enable', values: { id, enabled: before.values['enabled'] ?? null } },
};

export const usersDelete: BulkAction = {
  ...byUserId,
  ...scanUsers(() => ({})),
  keyCells: ({ id, name }) => ({ id, expected_user_name: name }),
  name: 'users.delete',
  summary: 'Delete users with their sign-in, memberships and identity documents',
  kind: 'delete',
  columns: [userColumn(), expectedUserName],
  naturalKey: 'id',
  undoes: null,
  calls: ['profile.get', 'users.list', 'users.get', 'users.delete'],

  async read(values, context) {
    const user = await readUser(idOf(values), context);
    return user && userCurrent(user);
  },

  check: checkDeletion,

  desired: () => null,

  async write(values, current, _changes, { client, options }) {
    await client.users.delete({ params: { id: idOf(values) } }, guarded(options, current));
    return undefined;
  },

  reverse: () => ({ cannot: 'The sign-in of a deleted user cannot be restored.' }),
};

const membershipColumns: readonly Column[] = [userColumn('user_id'), { ...organizationOfUser, required: true }];

const membershipOf = (values: Values) => ({
  userId: idOf(values, 'user_id'),
  organizationId: idOf(values, 'organization_id'),
});

const membership = {
  columns: membershipColumns,
  naturalKey: 'user_id and organization_id',
  keyOf: (values) => Object.values(membershipOf(values)).join(' '),
  lockOf: (values) => idOf(values, 'organization_id'),
  problems: (values) => idProblems(values, ['user_id', 'organization_id']),

  async read(values, { client, options }) {
    const { userId, organizationId } = membershipOf(values);
    const assigned = await ifThere(client.users.organizations({ params: { id: userId } }, { ...options, fresh: true }));
    const found = assigned?.items.find(({ id }) => id === organizationId);
    return (
      found && {
        id: `${userId} ${organizationId}`,
        name: found.name,
        values: { is_administrator: found.isAdministrator },
        record: { ...found, userId },
      }
    );
  },
} as const satisfies Partial<BulkAction>;

export const usersAssign: BulkAction = {
  ...membership,
  name: 'users.assign',
  summary: 'Let users work in organizations',
  kind: 'create',
  columns: [
    ...membershipColumns,
    {
      name: 'is_administrator',
      kind: 'flag',
      keeps: true,
      field: 'isAdministrator',
      summary: 'whether the user is listed as an administrator of the organization. Blank: no',
      examples: ['', 'true'],
    },
    {
      name: 'works_again',
      kind: 'flag',
      keeps: true,
      field: 'worksAgain',
      summary:
        'whether a user who worked there before works there again, unless they have chosen another organization since. Blank: no',
      examples: ['', ''],
    },
  ],
  undoes: 'removes the user from the organization',
  calls: ['users.organizations', 'users.get', 'organizations.get', 'users.assign'],

  async check(values, current, context) {
    if (current !== undefined) return [];
    const { userId, organizationId } = membershipOf(values);
    const missing = (column: string, what: string): CellProblem => ({
      column,
      code: 'E-ROW-TARGET',
      message: `The ${what} does not exist.`,
    });
    const { client, options } = context;
    const [user, organization] = await Promise.all([
      readUser(userId, context),
      ifThere(client.organizations.get({ params: { id: organizationId } }, options)),
    ]);
    return [
      ...(user === undefined ? [missing('user_id', 'user')] : []),
      ...(organization === undefined ? [missing('organization_id', 'organization')] : []),
    ];
  },

  /** Of an existing membership nothing is changed. */
  desired: () => ({}),

  async write(values, _current, _changes, { client, options }) {
    const isAdministrator = values['is_administrator'] === true;
    const { userId, organizationId } = membershipOf(values);
    const body = { userId, organizationId, isAdministrator, worksAgain: values['works_again'] === true };
    const made = await client.users.assign({ body }, options);
    return {
      id: `${userId} ${organizationId}`,
      name: made.name,
      values: { is_administrator: made.isAdministrator },
      record: { ...made, userId },
    };
  },

  reverse: ({ values }) => ({
    action: 'users.unassign',
    values: { user_id: idOf(values, 'user_id'), organization_id: idOf(values, 'organization_id') },
  }),
};

export const usersUnassign: BulkAction = {
  ...membership,
  name: 'users.unassign',
  summary: 'End the work of users in organizations',
  kind: 'delete',
  undoes: 'assigns the organization again, where the user works again unless they have chosen another one since',
  calls: ['users.organizations', 'users.unassign'],
  desired: () => null,

  async write(values, _current, _changes, { client, options }) {
    await client.users.unassign({ body: membershipOf(values) }, options);
    return undefined;
  },

  reverse: ({ values, before }) =>
    before === undefined
      ? nothingKnown
      : {
          action: 'users.assign',
          values: {
            user_id: idOf(values, 'user_id'),
            organization_id: idOf(values, 'organization_id'),
            is_administrator: before.values['is_administrator'] ?? null,
            works_again: true,
          },
        },
};
