import { useGetIdentity } from 'react-admin';
import type { User } from '../../shared/contract/userSchemas.ts';

/** Whether the user on the page is the one who is signed in. */
export const useIsOwnUser = (user: Pick<User, 'id'> | undefined): boolean => {
  const { identity } = useGetIdentity();
  return user !== undefined && user.id === identity?.id;
};
