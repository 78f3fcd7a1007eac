ALTER TABLE "audit_entries" ADD COLUMN "outcome" text DEFAULT 'Success' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "code" text;--> statement-breakpoint
CREATE INDEX "users_network" ON "users" USING btree ("network_id") WHERE network_id is not null;