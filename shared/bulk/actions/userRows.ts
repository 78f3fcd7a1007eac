import { type ErrorCode, errorCatalogue } from '../../contract/errors.ts';
import type { User, UserItem } from '../../contract/userSchemas.ts';
import { isEmail } from '../../rules/email.ts';
import { isPhone, phoneText } from '../../rules/phone.ts';
import { organizationRoles, userTextLimits } from '../../rules/user.ts';
import { usernameTexts } from '../../rules/username.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import { idOf, idProblems, ifThere, scanPages, textOf } from './targets.ts';

/** Column that identifies the user of a row. */
export const userColumn = (name: 'id' | 'user_id' = 'id'): Column => ({
  name,
  kind: 'text',
  required: true,
  maxLength: 36,
  field: name === 'id' ? 'id' : 'userId',
  summary: 'id of the user',
  examples: ['018f2b6c-5a3e-7c41-9d20-3b6f1e4a7d11', '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7d12'],
});

/** Column of a state that is on or off. */
export const enabledColumn = (summary: string): Column => ({
  name: 'enabled',
  kind: 'flag',
  required: true,
  field: 'enable',
  summary,
  examples: ['true', 'false'],
});

const text = (
  name: string,
  field: keyof typeof userTextLimits,
  summary: string,
  examples: Column['examples'],
): Column => ({ name, kind: 'text', maxLength: userTextLimits[field], field, summary, examples });

export const nameColumns: readonly Column[] = [
  { ...text('first_name', 'firstName', 'first name', ['Ann', 'Ben']), keeps: true },
  { ...text('last_name', 'lastName', 'last name', ['Baker', 'Clark']), keeps: true },
  {
    ...text('user_name', 'userName', 'e-mail address; the user signs in with it', [
      'ann.baker@lakeside.example',
      'ben.clark@hilltop.example',
    ]),
    keeps: true,
  },
];

export const detailColumns: readonly Column[] = [
  text('job_title', 'jobTitle', 'job title', ['Registered Nurse', '']),
  text('phone', 'phone', 'telephone number', ['', '555-010-0100']),
];

export const roleColumn: Column = {
  name: 'role',
  kind: { allowed: organizationRoles },
  keeps: true,
  field: 'roleName',
  summary: 'Administrator or User. Blank: User',
  examples: ['Administrator', 'User'],
};

/** Column of an action that cannot be undone. */
export const expectedUserName: Column = {
  name: 'expected_user_name',
  kind: 'text',
  required: true,
  maxLength: 254,
  summary: 'its user name; the row is refused if the name differs, to catch wrong ids',
  examples: ['ann.baker@lakeside.example', 'ben.clark@hilltop.example'],
};

export async function checkUserName(values: Values, current: Current | undefined): Promise<CellProblem[]> {
  const userName = current?.values['user_name'];
  if (current === undefined || userName === undefined) return [];
  if (String(userName).toLowerCase() === textOf(values, 'expected_user_name').toLowerCase()) return [];
  const message = `The user name is "${String(userName)}".`;
  return [{ column: 'expected_user_name', code: 'E-ROW-NAME', message }];
}

export interface OwnRefusal {
  readonly code: ErrorCode;
  /** In place of that of the catalogue. */
  readonly message?: string;
}

/** What the server refuses about the account of the caller, as a problem of the row. Machine clients have no account. */
export async function ownAccountProblems(
  values: Values,
  { client, options, shared }: RowContext,
  { code, message = errorCatalogue[code].message }: OwnRefusal = { code: 'E-USER-OWN-ACCOUNT' },
): Promise<CellProblem[]> {
  const own = await shared.once('own account', async () => (await client.profile.get({}, options)).userId);
  if (own !== idOf(values)) return [];
  return [{ column: 'id', code, message: `${message} ${errorCatalogue[code].hint}` }];
}

export const ownSignIn = { code: 'E-USER-OWN-SIGN-IN' } as const satisfies OwnRefusal;

/** Of a row that changes fields: the own user name is changed under My account. */
export const checkOwnUserName: NonNullable<BulkAction['check']> = async (values, current, context) =>
  values['user_name'] === undefined || values['user_name'] === current?.values['user_name']
    ? []
    : ownAccountProblems(values, context, ownSignIn);

/** Of a row that deletes a user. */
export const checkDeletion: NonNullable<BulkAction['check']> = async (values, current, context) => [
  ...(await checkUserName(values, current)),
  ...(await ownAccountProblems(values, context)),
];

/** Of a row that sets `enabled`: no user takes away the own access. */
export const checkEnabled: NonNullable<BulkAction['check']> = async (values, _current, context) =>
  values['enabled'] === false ? ownAccountProblems(values, context) : [];

export const required = (columns: readonly Column[]): readonly Column[] =>
  columns.map((column) => ({ ...column, required: true }));

/** Column by column: the field of the record. */
export const userFields = {
  first_name: 'firstName',
  last_name: 'lastName',
  user_name: 'userName',
  job_title: 'jobTitle',
  phone: 'phone',
  role: 'roleName',
} as const satisfies Readonly<Record<string, keyof User>>;
type UserColumn = keyof typeof userFields;

const isUserColumn = (column: string): column is UserColumn => Object.hasOwn(userFields, column);

/** The cells of a row that are fields of the user, as the body of a request. */
export const bodyOf = (values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([column, value]) => (isUserColumn(column) ? [[userFields[column], value]] : [])),
  );

/** The cells of a row that are fields of the user. */
export const fieldCells = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([column]) => isUserColumn(column)));

export const userNameOf = (values: Values): string => textOf(values, 'user_name').toLowerCase();

/** Cells that break a rule of their field: user name and telephone number. */
export const userFieldProblems = (values: Values): CellProblem[] => {
  const [userName, phone] = [textOf(values, 'user_name'), textOf(values, 'phone')];
  return [
    ...(userName === '' || isEmail(userName) ? [] : [broken('user_name', `"${userName}": ${usernameTexts.invalid}.`)]),
    ...(phone === '' || isPhone(phone) ? [] : [broken('phone', phoneText)]),
  ];
};

export const broken = (column: string, message: string): CellProblem => ({ column, code: 'E-CELL-RULE', message });

export const takenName = (values: Values): CellProblem => {
  const { hint } = errorCatalogue['E-USER-NAME-TAKEN'];
  return {
    column: 'user_name',
    code: 'E-USER-NAME-TAKEN',
    message: `The user name "${textOf(values, 'user_name')}" already exists. ${hint}`,
  };
};

/** Of a row that changes fields: a user name that another user has. `find` gets who has that of the row. */
export const checkNewUserName = async (
  values: Values,
  current: Current | undefined,
  find: () => Promise<{ readonly id: string } | undefined>,
): Promise<CellProblem[]> => {
  const userName = userNameOf(values);
  if (userName === '' || userName === textOf(current?.values ?? {}, 'user_name').toLowerCase()) return [];
  const other = await find();
  return other === undefined || other.id === idOf(values) ? [] : [takenName(values)];
};

/** Cleared cells are left out: a new user has nothing to clear. */
export const newCells = (values: Values): Values =>
  Object.fromEntries(Object.entries({ role: 'User', ...fieldCells(values) }).filter(([, value]) => value !== null));

type Compared = Pick<
  User,
  'id' | 'name' | 'version' | 'firstName' | 'lastName' | 'userName' | 'jobTitle' | 'phone' | 'roleName'
>;

/** A user as the actions compare it. */
export const userCurrent = (user: Compared, more: Values = {}): Current => ({
  id: user.id,
  name: user.name,
  version: user.version,
  values: {
    first_name: user.firstName,
    last_name: user.lastName,
    user_name: user.userName,
    job_title: user.jobTitle,
    phone: user.phone,
    role: user.roleName,
    ...more,
  },
  record: { ...user },
});

/** The user of a row; a deleted one is none. */
export const readUser = async (id: string, { client, options }: RowContext): Promise<User | undefined> => {
  const user = await ifThere(client.users.get({ params: { id } }, { ...options, fresh: true }));
  return user?.isDeleted ? undefined : user;
};

/** The user with this name. The list searches for parts of words, so its results are filtered for the exact name. */
export const findByUserName = async (userName: string, context: RowContext): Promise<User | undefined> => {
  const { client, options } = context;
  const size = 100;
  for (let pageNumber = 1; ; pageNumber += 1) {
    const query = { search: userName, pageNumber, pageSize: size };
    const { users, totalUsersCount } = await client.users.list({ query }, { ...options, fresh: true });
    const match = users.find((user) => user.userName.toLowerCase() === userName);
    if (match) return readUser(match.id, context);
    if (users.length === 0 || pageNumber * size >= totalUsersCount) return undefined;
  }
};

/** Shared by the actions on one user by its id. */
export const byUserId = {
  keyOf: (values) => idOf(values),
  lockOf: (values) => idOf(values),
  problems: (values) => idProblems(values, ['id']),
} as const satisfies Partial<BulkAction>;

/** Rows of the list of users; deleted ones are in another list. */
const userItems = ({ client, options }: RowContext, keep: (user: Readonly<Record<string, unknown>>) => boolean) =>
  scanPages<UserItem>(keep, async (query) => {
    const { users, totalUsersCount } = await client.users.list({ query }, options);
    return { items: users, totalCount: totalUsersCount };
  });

/** A scan over users whose fields in the list are all that the action needs. */
export const scanUsers = (valuesOf: (user: UserItem) => Values) =>
  ({
    scans: 'users.list',
    async *scan(context, keep) {
      for await (const user of userItems(context, keep))
        yield { id: user.id, name: user.userName, values: valuesOf(user), record: user };
    },
    keyCells: ({ id }) => ({ id }),
  }) as const satisfies Partial<BulkAction>;

/** A scan over users, each of which is read; those that are deleted in the meantime are left out. */
export const scanWholeUsers = {
  scans: 'users.list',
  async *scan(context, keep) {
    for await (const { id } of userItems(context, keep)) {
      const user = await readUser(id, context);
      if (user !== undefined) yield userCurrent(user);
    }
  },
  keyCells: ({ id }) => ({ id }),
} as const satisfies Partial<BulkAction>;
