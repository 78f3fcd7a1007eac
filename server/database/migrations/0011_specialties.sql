ALTER TABLE "organization_specialties" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "organizations_specialty" ON "organizations" USING btree ("specialty_id");