CREATE TABLE "bulk_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"action" text NOT NULL,
	"row_count" integer NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"approved_by" text,
	"approved_by_name" text,
	"approved_at" timestamp with time zone,
	"used_by" text,
	"used_by_name" text,
	"used_at" timestamp with time zone,
	"run_id" text
);
--> statement-breakpoint
DROP INDEX "audit_entries_target";--> statement-breakpoint
DROP INDEX "audit_entries_run";--> statement-breakpoint
CREATE INDEX "bulk_plans_run" ON "bulk_plans" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_name" ON "audit_entries" USING btree ("actor_name","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_failed" ON "audit_entries" USING btree ("outcome","at","id") WHERE outcome <> 'Success';--> statement-breakpoint
CREATE INDEX "audit_entries_target" ON "audit_entries" USING btree ("target_id","target_type","id");--> statement-breakpoint
CREATE INDEX "audit_entries_run" ON "audit_entries" USING btree ("run_id","at","id") WHERE run_id is not null;