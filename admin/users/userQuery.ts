import { type UserSortField, userSortFields } from '../../shared/rules/user.ts';

export type Values = Readonly<Record<string, unknown>>;

/** States that the list is filtered by, each with its filter of the API. */
export const userStates = {
  enabled: { isEnabled: 'true' },
  disabled: { isEnabled: 'false' },
  locked: { isLocked: 'true' },
  neverSignedIn: { hasSignedIn: 'false' },
  deleted: { deleted: 'true' },
} as const;
export type UserState = keyof typeof userStates;

const stateFilterOf = (state: unknown) =>
  typeof state === 'string' && Object.hasOwn(userStates, state) ? userStates[state as UserState] : { state };

export const sortFieldOf = (field: string): UserSortField => userSortFields.find((known) => known === field) ?? 'name';

export interface ListOf {
  readonly sort: { readonly field: string; readonly order: string };
}

/** The query of a page: the order is JSON (spec 1 section 7). */
export const userQuery = ({ sort, filter: { q, state, ...filter } }: ListOf & { readonly filter: Values }): Values => ({
  sort: JSON.stringify({ field: sortFieldOf(sort.field), dir: sort.order === 'DESC' ? 'desc' : 'asc' }),
  ...(typeof q === 'string' && q.trim() !== '' ? { search: q.trim() } : {}),
  ...stateFilterOf(state),
  ...filter,
});
