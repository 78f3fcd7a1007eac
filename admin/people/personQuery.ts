import { type UserSortField, userSortFields } from '../../shared/rules/user.ts';
import type { ListRequest } from '../providers/listParams.ts';

/** States that the list is filtered by, each with its filter of the API. */
export const personStates = {
  enabled: { isEnabled: 'true' },
  disabled: { isEnabled: 'false' },
  invited: { isInvited: 'true' },
  deleted: { deleted: 'true' },
} as const;
export type PersonState = keyof typeof personStates;

const stateFilterOf = (state: unknown) =>
  typeof state === 'string' && Object.hasOwn(personStates, state) ? personStates[state as PersonState] : { state };

export const sortFieldOf = (field: string): UserSortField => userSortFields.find((known) => known === field) ?? 'name';

/** The query of a page: the order is JSON (spec 3 section 7). */
export const personQuery = ({ pagination, sort, filter: { q, state, includeNetwork, ...filter } }: ListRequest) => ({
  page: pagination.page,
  size: pagination.perPage,
  sort: JSON.stringify({ field: sortFieldOf(sort.field), dir: sort.order === 'DESC' ? 'desc' : 'asc' }),
  ...(typeof q === 'string' && q.trim() !== '' ? { search: q.trim() } : {}),
  ...(includeNetwork === true ? { includeNetwork: 'true' } : { includeNetwork }),
  ...stateFilterOf(state),
  ...filter,
});

/** Pages of the activity of a person. */
export const activityQuery = ({ pagination, filter }: ListRequest) => ({
  pageStart: pagination.page,
  pageSize: pagination.perPage,
  ...filter,
});
