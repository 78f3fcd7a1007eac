import { userSortFields } from '../../shared/rules/user.ts';

/** `userName:desc` as the API takes it. */
export const sortOf = (text: string) => {
  const [field = '', dir = 'asc'] = text.split(':');
  const known = userSortFields.find((one) => one === field);
  if (known === undefined || (dir !== 'asc' && dir !== 'desc'))
    throw new TypeError(
      `the order must be one of ${userSortFields.join(', ')}, with :desc for descending, not "${text}"`,
    );
  return JSON.stringify({ field: known, dir });
};
