import type { User } from '../../shared/contract/userSchemas.ts';
import { option } from '../components/list/commandArguments.ts';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';
import { type ListOf, sortFieldOf, type UserState, type Values } from './userQuery.ts';

interface ListedUsers extends ListOf {
  readonly filterValues: Values;
  readonly page: number;
  readonly perPage: number;
}

const textAt = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

const stateFlags: Readonly<Record<UserState, string>> = {
  enabled: '--enabled',
  disabled: '--disabled',
  locked: '--locked',
  neverSignedIn: '--never-signed-in',
  deleted: '--deleted',
};

/** The command that lists the users on screen. */
export const userCommand = ({ filterValues, sort, page, perPage }: ListedUsers): string => {
  const flag = Object.entries(stateFlags).find(([state]) => state === filterValues['state'])?.[1];
  const field = sortFieldOf(sort.field);
  const direction = sort.order === 'DESC' ? ':desc' : '';
  return [
    'carepost users list',
    ...option('--search', textAt(filterValues, 'q')),
    ...option('--role', textAt(filterValues, 'roleName')),
    ...option('--organization', textAt(filterValues, 'organizationId')),
    ...(flag === undefined ? [] : [flag]),
    ...(field === 'name' && direction === '' ? [] : [`--order ${field}${direction}`]),
    ...(perPage === 25 ? [] : [`--page-size ${perPage}`]),
    ...(page === 1 ? [] : [`--page ${page}`]),
  ].join(' ');
};

interface Details {
  readonly firstName: FieldText;
  readonly lastName: FieldText;
  readonly userName: FieldText;
  readonly jobTitle: FieldText;
  readonly phone: FieldText;
  readonly roleName: string;
}

const noDetails: Details = { firstName: '', lastName: '', userName: '', jobTitle: '', phone: '', roleName: 'User' };

const detailsOf = (values: Details) => ({
  firstName: textOf(values.firstName),
  lastName: textOf(values.lastName),
  userName: textOf(values.userName),
  jobTitle: textOf(values.jobTitle),
  phone: textOf(values.phone),
});

/** A user that exists. The role of system administrators is changed by an action. */
export const userModel: RecordModel<User, Details> = {
  empty: noDetails,
  toForm: (user) => ({
    firstName: user.firstName,
    lastName: user.lastName,
    userName: user.userName,
    jobTitle: user.jobTitle ?? '',
    phone: user.phone ?? '',
    roleName: user.roleName,
  }),
  toBody: (values, stored) => ({ ...detailsOf(values), ...(stored?.isSysAdmin ? {} : { roleName: values.roleName }) }),
};

interface NewUser {
  readonly userDetails: Details;
  readonly organizationId: string;
  /** How the user gets the first password. */
  readonly firstPassword: 'mail' | 'typed';
  readonly password: FieldText;
}

/** A new user of an organization. */
export const newUserModel: RecordModel<User, NewUser> = {
  empty: { userDetails: noDetails, organizationId: '', firstPassword: 'mail', password: '' },
  toForm: (user) => ({
    userDetails: userModel.toForm(user),
    organizationId: user.organizationId ?? '',
    firstPassword: 'mail',
    password: '',
  }),
  toBody: ({ userDetails, organizationId, firstPassword, password }) => ({
    userDetails: { ...detailsOf(userDetails), roleName: userDetails.roleName },
    organizationId,
    emailCreatePassword: firstPassword === 'mail',
    // Spaces of a password count.
    ...(firstPassword === 'typed' && { password: password ?? '' }),
  }),
};
