CREATE TABLE "document_source_users" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"document_source_id" uuid NOT NULL,
	CONSTRAINT "document_source_users_organization_id_user_id_document_source_id_pk" PRIMARY KEY("organization_id","user_id","document_source_id")
);
--> statement-breakpoint
CREATE TABLE "intake_rule_users" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"intake_rule_id" uuid NOT NULL,
	CONSTRAINT "intake_rule_users_organization_id_user_id_intake_rule_id_pk" PRIMARY KEY("organization_id","user_id","intake_rule_id")
);
--> statement-breakpoint
CREATE TABLE "intake_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"from_address" text,
	"to_source_id" uuid,
	"create_date" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_members" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"user_name" text NOT NULL,
	"role" text NOT NULL,
	"create_date" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_members_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "document_source_users" ADD CONSTRAINT "document_source_users_document_source_id_document_sources_id_fk" FOREIGN KEY ("document_source_id") REFERENCES "public"."document_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_source_users" ADD CONSTRAINT "document_source_users_member" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."organization_users"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_rule_users" ADD CONSTRAINT "intake_rule_users_intake_rule_id_intake_rules_id_fk" FOREIGN KEY ("intake_rule_id") REFERENCES "public"."intake_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_rule_users" ADD CONSTRAINT "intake_rule_users_member" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."organization_users"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_rules" ADD CONSTRAINT "intake_rules_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_rules" ADD CONSTRAINT "intake_rules_to_source_id_document_sources_id_fk" FOREIGN KEY ("to_source_id") REFERENCES "public"."document_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_source_users_source" ON "document_source_users" USING btree ("document_source_id");--> statement-breakpoint
CREATE INDEX "intake_rule_users_rule" ON "intake_rule_users" USING btree ("intake_rule_id");--> statement-breakpoint
CREATE UNIQUE INDEX "intake_rules_name" ON "intake_rules" USING btree ("organization_id",lower(name));--> statement-breakpoint
CREATE INDEX "intake_rules_source" ON "intake_rules" USING btree ("to_source_id");--> statement-breakpoint
CREATE INDEX "former_members_user" ON "former_members" USING btree ("user_id");