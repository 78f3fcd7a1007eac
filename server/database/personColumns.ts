import { users } from './schema/people.ts';

/** A person as lists of administrators show them. */
export const personColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  userName: users.userName,
  isEnabled: users.isEnabled,
};
