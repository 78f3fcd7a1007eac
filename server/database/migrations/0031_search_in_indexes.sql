-- The searched text stands in the indexes of the lists: counting the matches of a short text reads them instead of the table (drizzle's schema has no INCLUDE).
-- Names and user names are limited (shared/rules/user.ts), so that an entry stays below the 2,704 bytes that an index takes.
DROP INDEX "users_by_name";--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("name_sort","id") INCLUDE ("search_text") WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX "users_enabled";--> statement-breakpoint
CREATE INDEX "users_enabled" ON "users" USING btree ("name_sort","id") INCLUDE ("search_text") WHERE deleted_at is null and is_enabled;--> statement-breakpoint
DROP INDEX "users_deleted";--> statement-breakpoint
-- Few look at deleted users: one index has all that their list is sorted by.
CREATE INDEX "users_deleted" ON "users" USING btree ("name_sort","id") INCLUDE ("search_text", "user_name_sort", "role", "create_date", "last_login_date")
WHERE deleted_at is not null;
