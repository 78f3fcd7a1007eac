-- Whether a user has signed in stands in the indexes of the list, and the searched text in a second one: walking along them reads no table
-- (drizzle's schema has no INCLUDE).
DROP INDEX "users_by_name";--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("name_sort","id") INCLUDE ("search_text", "last_login_date") WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX "users_by_user_name";--> statement-breakpoint
CREATE INDEX "users_by_user_name" ON "users" USING btree ("user_name_sort","id") INCLUDE ("search_text", "last_login_date") WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX "users_by_role";--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","name_sort","id") INCLUDE ("last_login_date") WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX "users_by_create_date";--> statement-breakpoint
CREATE INDEX "users_by_create_date" ON "users" USING btree ("create_date","id") INCLUDE ("last_login_date") WHERE deleted_at is null;
