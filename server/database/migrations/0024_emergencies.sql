CREATE TABLE "emergencies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"disabled_date" date,
	"start_date" date NOT NULL,
	"organizations" jsonb NOT NULL,
	"search_text" text NOT NULL,
	"disabled_at" timestamp with time zone,
	"create_date" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "emergency_organizations" (
	"oid" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"create_date" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "emergencies_name" ON "emergencies" USING btree (md5(lower(name)));--> statement-breakpoint
CREATE INDEX "emergencies_search" ON "emergencies" USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "emergencies_due" ON "emergencies" USING btree ("disabled_date") WHERE disabled_at is null;--> statement-breakpoint
CREATE INDEX "alternate_oids_by_value" ON "alternate_oids" USING btree ("value");--> statement-breakpoint
CREATE INDEX "directory_entries_by_oid" ON "directory_entries" USING btree ("oid");--> statement-breakpoint
CREATE INDEX "directory_entries_search" ON "directory_entries" USING gin ((display_name || ' ' || oid) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "organizations_carequality_oid" ON "organizations" USING btree ("carequality_oid") WHERE carequality_oid is not null;