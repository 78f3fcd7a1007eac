CREATE TABLE "email_links" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_since" timestamp with time zone NOT NULL,
	"sent" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "email_links_token" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "sso_connections" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD COLUMN "created_by" text DEFAULT 'operator' NOT NULL;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD COLUMN "modified_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD COLUMN "modified_by" text DEFAULT 'operator' NOT NULL;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_links" ADD CONSTRAINT "email_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD CONSTRAINT "sso_connections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sso_connections_organization" ON "sso_connections" USING btree ("organization_id");--> statement-breakpoint
ALTER TABLE "sso_connections" ADD CONSTRAINT "sso_connections_id" UNIQUE("id");