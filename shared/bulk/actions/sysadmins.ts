import { systemAdministratorRoles } from '../../rules/user.ts';
import { errorCatalogue } from '../../contract/errors.ts';
import type { User } from '../../contract/userSchemas.ts';
import type { BulkAction } from '../action.ts';
import { changesBetween, type Values } from '../values.ts';
import { guarded, idOf, nothingKnown, textOf } from './targets.ts';
import {
  byUserId,
  checkEnabled,
  fieldCells,
  findByUserName,
  nameColumns,
  readUser,
  required,
  userColumn,
  userCurrent,
  userNameOf,
  userFieldProblems,
  enabledColumn,
  scanUsers,
} from './userRows.ts';

const newCells = (values: Values): Values => ({ role: 'SysAdmin', ...fieldCells(values) });

export const sysadminsCreate: BulkAction = {
  name: 'sysadmins.create',
  summary: 'Add system administrators; each gets a mail to create the password',
  kind: 'create',
  columns: [
    ...required(nameColumns),
    {
      name: 'role',
      kind: { allowed: systemAdministratorRoles },
      required: true,
      field: 'roleName',
      summary: 'SysAdmin or SysAdminReporting',
      examples: ['SysAdmin', 'SysAdminReporting'],
    },
  ],
  naturalKey: 'user_name',
  undoes: 'deletes the user, unless it was changed since',
  mails: true,
  calls: ['users.list', 'users.get', 'users.createSystemAdministrator'],
  keyOf: userNameOf,
  lockOf: userNameOf,
  problems: userFieldProblems,

  async read(values, context) {
    const user = await findByUserName(userNameOf(values), context);
    return user && userCurrent(user);
  },

  async check(values, current) {
    if (current === undefined || changesBetween(current.values, newCells(values)).length === 0) return [];
    const { message, hint } = errorCatalogue['E-USER-NAME-TAKEN'];
    return [{ column: 'user_name', code: 'E-USER-NAME-TAKEN', message: `${message} ${hint}` }];
  },

  desired: newCells,
  consequences: (_values, current) => (current === undefined ? [{ kind: 'password-mail', count: 1 }] : []),

  async write(values, _current, _changes, { client, options }) {
    const body = {
      firstName: textOf(values, 'first_name'),
      lastName: textOf(values, 'last_name'),
      userName: textOf(values, 'user_name'),
      roleName: systemAdministratorRoles.find((role) => role === values['role']) ?? 'SysAdmin',
    };
    return userCurrent(await client.users.createSystemAdministrator({ body }, options));
  },

  reverse: ({ id, after }) =>
    after === undefined
      ? { cannot: 'The id of the added user is not known.' }
      : { action: 'users.delete', values: { id, expected_user_name: after.values['user_name'] ?? null } },
};

/** Null for the reporting role: both values change it. */
const enabledOf = ({ roleName, isSysAdmin }: Pick<User, 'roleName' | 'isSysAdmin'>): boolean | null => {
  if (roleName === 'SysAdmin') return true;
  return isSysAdmin ? null : false;
};

export const sysadminsEnable: BulkAction = {
  ...byUserId,
  ...scanUsers((user) => ({ enabled: enabledOf(user) })),
  name: 'sysadmins.enable',
  summary: 'Make users system administrators, or end that',
  kind: 'update',
  columns: [userColumn(), enabledColumn('whether the user is a system administrator')],
  naturalKey: 'id',
  undoes: 'restores the former value; sessions stay ended',
  calls: ['profile.get', 'users.list', 'users.get', 'users.setSystemAdministrator'],

  async read(values, context) {
    const user = await readUser(idOf(values), context);
    return user && { ...userCurrent(user), values: { enabled: enabledOf(user) } };
  },

  check: checkEnabled,
  desired: ({ enabled = null }) => ({ enabled }),

  async write(values, current, _changes, { client, options }) {
    const params = { id: idOf(values) };
    const body = { enable: values['enabled'] === true };
    const user = await client.users.setSystemAdministrator({ params, body }, guarded(options, current));
    return { ...userCurrent(user), values: { enabled: enabledOf(user) } };
  },

  reverse({ id, before }) {
    const enabled = before?.values['enabled'];
    if (enabled === undefined) return nothingKnown;
    if (enabled === null) return { cannot: 'The reporting role cannot be given again to a user.' };
    return { action: 'sysadmins.enable', values: { id, enabled } };
  },
};
