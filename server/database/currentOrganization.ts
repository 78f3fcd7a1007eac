/**
 * The organization that a user of the table `user` works in, as SQL: the chosen one or, while its login is disabled, the first other one of
 * theirs with login enabled. The choice stays stored, so it holds again as soon as the login is enabled.
 */
export const currentOrganization = (user: 'u' | '"users"'): string => `coalesce((
    select m.organization_id from organization_users m join organizations e on e.id = m.organization_id and e.is_enabled
    where m.user_id = ${user}.id
      and exists (select from organizations c where c.id = ${user}.organization_id and not c.is_enabled)
    order by m.create_date, m.organization_id limit 1), ${user}.organization_id)`;
