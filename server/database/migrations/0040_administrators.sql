-- From now on an account is an administrator where its membership says so. Accounts whose memberships say nothing administer the organization where
-- they work; the memberships of plain users say what their role said.
UPDATE organization_users m SET is_administrator = true FROM users u
WHERE u.id = m.user_id AND u.role = 'Administrator' AND m.organization_id = u.organization_id
	AND NOT EXISTS (SELECT FROM organization_users x WHERE x.user_id = u.id AND x.is_administrator);
--> statement-breakpoint
UPDATE organization_users m SET is_administrator = false FROM users u WHERE u.id = m.user_id AND u.role = 'User' AND m.is_administrator;
