CREATE TABLE "api_captures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"actor_name" text NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"request_id" text NOT NULL,
	"query" jsonb,
	"request_body" jsonb,
	"response_body" jsonb
);
--> statement-breakpoint
CREATE TABLE "user_preferences" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_preferences_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "document_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"type" text DEFAULT 'DirectMessaging' NOT NULL,
	"address" text NOT NULL,
	"display_name" text NOT NULL,
	"provider_id" uuid,
	"fax_account_id" uuid,
	"status" integer DEFAULT 1 NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"create_date" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "document_sources_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "fax_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"account_number" text NOT NULL,
	"display_name" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"retention_days" integer DEFAULT 30 NOT NULL,
	"last_synced_at" timestamp with time zone,
	"create_date" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization_domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"create_date" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_domains_domain_unique" UNIQUE("domain")
);
--> statement-breakpoint
CREATE TABLE "saved_address_lists" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"address" text NOT NULL,
	"display_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alternate_oids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"value" varchar(255) NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"create_date" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"oid" varchar(255) NOT NULL,
	"responder_type" text NOT NULL,
	"home_community_id" text,
	"display_name" text NOT NULL,
	"legal_name" text,
	"other_names" text[] DEFAULT '{}' NOT NULL,
	"parent_oid" text,
	"purpose_of_use_codes" text[] DEFAULT '{}' NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"country" text DEFAULT 'US' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"imported" jsonb,
	"imported_at" timestamp with time zone,
	"create_date" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_source_providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	CONSTRAINT "document_source_providers_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "features" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"is_organization_feature" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "eula_acceptances" (
	"eula_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "eula_acceptances_eula_id_organization_id_pk" PRIMARY KEY("eula_id","organization_id")
);
--> statement-breakpoint
CREATE TABLE "eulas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"brand_name" text NOT NULL,
	"type" text DEFAULT 'EULA' NOT NULL,
	"file_name" text NOT NULL,
	"html" text NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"created_by" text NOT NULL,
	"create_date" timestamp with time zone DEFAULT now() NOT NULL,
	"activated_date" timestamp with time zone,
	"record_version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reseller_acceptances" (
	"reseller_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reseller_acceptances_reseller_id_organization_id_pk" PRIMARY KEY("reseller_id","organization_id")
);
--> statement-breakpoint
DROP INDEX "outbound_jobs_target";--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "terms_html" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "enabled_features" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "service_client_id" text;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "service_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "service_addresses" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "resellers" ADD COLUMN "bypass_tos" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "resellers" ADD COLUMN "terms_html" text;--> statement-breakpoint
ALTER TABLE "resellers" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "resellers" ADD COLUMN "file_type" text;--> statement-breakpoint
ALTER TABLE "resellers" ADD COLUMN "file" "bytea";--> statement-breakpoint
ALTER TABLE "resellers" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "carequality_is_participating" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "carequality_oid" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "carequality_responder_type" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "qhin_is_participating" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "qhin_name" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "qhin_entity_type" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "qhin_participant_oid" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "qhin_parent_oid" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "direct_is_enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "direct_provider_id" uuid;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "direct_max_addresses" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "direct_records_name" text DEFAULT 'records' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "password_sign_in" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "notification_emails" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "allowed_ip_addresses" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "status" text DEFAULT 'Pending' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbound_jobs" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "outbound_jobs" ADD COLUMN "next_attempt_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbound_jobs" ADD COLUMN "finished_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_captures" ADD CONSTRAINT "api_captures_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_sources" ADD CONSTRAINT "document_sources_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_sources" ADD CONSTRAINT "document_sources_provider_id_document_source_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."document_source_providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_sources" ADD CONSTRAINT "document_sources_fax_account_id_fax_accounts_id_fk" FOREIGN KEY ("fax_account_id") REFERENCES "public"."fax_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fax_accounts" ADD CONSTRAINT "fax_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_domains" ADD CONSTRAINT "organization_domains_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_address_lists" ADD CONSTRAINT "saved_address_lists_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_addresses" ADD CONSTRAINT "saved_addresses_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alternate_oids" ADD CONSTRAINT "alternate_oids_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_entries" ADD CONSTRAINT "directory_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eula_acceptances" ADD CONSTRAINT "eula_acceptances_eula_id_eulas_id_fk" FOREIGN KEY ("eula_id") REFERENCES "public"."eulas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eula_acceptances" ADD CONSTRAINT "eula_acceptances_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reseller_acceptances" ADD CONSTRAINT "reseller_acceptances_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reseller_acceptances" ADD CONSTRAINT "reseller_acceptances_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_captures_organization" ON "api_captures" USING btree ("organization_id","at","id");--> statement-breakpoint
CREATE INDEX "api_captures_expires" ON "api_captures" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "document_sources_organization" ON "document_sources" USING btree ("organization_id","type");--> statement-breakpoint
CREATE INDEX "document_sources_type" ON "document_sources" USING btree ("type","address");--> statement-breakpoint
CREATE INDEX "document_sources_fax_account" ON "document_sources" USING btree ("fax_account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fax_accounts_organization" ON "fax_accounts" USING btree ("organization_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "fax_accounts_number" ON "fax_accounts" USING btree ("kind",lower(account_number));--> statement-breakpoint
CREATE INDEX "organization_domains_organization" ON "organization_domains" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_addresses_address" ON "saved_addresses" USING btree ("organization_id","address");--> statement-breakpoint
CREATE UNIQUE INDEX "alternate_oids_value" ON "alternate_oids" USING btree ("organization_id","value");--> statement-breakpoint
CREATE UNIQUE INDEX "alternate_oids_default" ON "alternate_oids" USING btree ("organization_id") WHERE is_default;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_entries_oid" ON "directory_entries" USING btree ("organization_id","oid");--> statement-breakpoint
CREATE INDEX "directory_entries_parent" ON "directory_entries" USING btree ("parent_oid");--> statement-breakpoint
CREATE UNIQUE INDEX "eulas_version" ON "eulas" USING btree (lower(brand_name),"type","version");--> statement-breakpoint
CREATE UNIQUE INDEX "eulas_active" ON "eulas" USING btree (lower(brand_name),"type") WHERE is_active;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_direct_provider_id_document_source_providers_id_fk" FOREIGN KEY ("direct_provider_id") REFERENCES "public"."document_source_providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organizations_network" ON "organizations" USING btree ("network_id","name_sort","id");--> statement-breakpoint
CREATE INDEX "organizations_reseller" ON "organizations" USING btree ("reseller_id");--> statement-breakpoint
CREATE INDEX "organizations_plan" ON "organizations" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "organizations_brand" ON "organizations" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_qhin_oid" ON "organizations" USING btree ("qhin_participant_oid") WHERE qhin_participant_oid is not null;--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbound_jobs_target" ON "outbound_jobs" USING btree ("target_id","created_at");--> statement-breakpoint
ALTER TABLE "networks" ADD CONSTRAINT "networks_serviceClientId_unique" UNIQUE("service_client_id");