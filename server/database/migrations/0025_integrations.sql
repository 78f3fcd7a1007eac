CREATE TABLE "integration_whitelist" (
	"id" uuid PRIMARY KEY NOT NULL,
	"integration_id" uuid NOT NULL,
	"organization_id" uuid,
	"note" text,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_by" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "integration_whitelist_pair" UNIQUE NULLS NOT DISTINCT("integration_id","organization_id")
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"capabilities" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "integrations_name_unique" UNIQUE("name"),
	CONSTRAINT "integrations_type_unique" UNIQUE("type")
);
--> statement-breakpoint
-- The record systems of this release.
INSERT INTO "integrations" ("id", "name", "type", "capabilities") VALUES
  ('019ab600-0000-7000-8000-000000000001', 'Epic', 'Epic', '{patientLookup,patientDetailsLookup,visitLookup,documentTypeLookup,documentUpload,haveCodeGrantLogin}'),
  ('019ab600-0000-7000-8000-000000000002', 'Cerner', 'Cerner', '{patientLookup,patientDetailsLookup,visitLookup,documentUpload,haveCodeGrantLogin}'),
  ('019ab600-0000-7000-8000-000000000003', 'Athena', 'Athena', '{patientLookup,documentTypeLookup,documentUpload}'),
  ('019ab600-0000-7000-8000-000000000004', 'NextGen', 'NextGen', '{patientLookup,visitLookup,documentTypeLookup,documentUpload}'),
  ('019ab600-0000-7000-8000-000000000005', 'eClinicalWorks', 'eClinicalWorks', '{patientLookup,documentUpload}'),
  ('019ab600-0000-7000-8000-000000000006', 'Aprima', 'Aprima', '{patientLookup,visitLookup,reviewerLookup,reviewerGroupLookup,documentTypeLookup,documentUpload}');
--> statement-breakpoint
-- Other kinds that organizations have already.
INSERT INTO "integrations" ("id", "name", "type")
SELECT gen_random_uuid(), "type", "type" FROM (SELECT DISTINCT "type" FROM "organization_integrations") kinds
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Until an administrator narrows it, every organization may use what it could use before.
INSERT INTO "integration_whitelist" ("id", "integration_id", "created_by", "modified_by")
SELECT gen_random_uuid(), "id", 'system', 'system' FROM "integrations";
--> statement-breakpoint
ALTER TABLE "integration_whitelist" ADD CONSTRAINT "integration_whitelist_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_whitelist" ADD CONSTRAINT "integration_whitelist_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "integration_whitelist_organization" ON "integration_whitelist" USING btree ("organization_id") WHERE organization_id is not null;--> statement-breakpoint
ALTER TABLE "organization_integrations" ADD CONSTRAINT "organization_integrations_type_integrations_type_fk" FOREIGN KEY ("type") REFERENCES "public"."integrations"("type") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organization_integrations_type" ON "organization_integrations" USING btree ("type","organization_id");