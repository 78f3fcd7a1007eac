CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email_address" text NOT NULL,
	"state" text DEFAULT 'Open' NOT NULL,
	"token_hash" text,
	"invitation_id" uuid,
	"address_share" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mail_count" integer DEFAULT 1 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"organization_id" uuid,
	CONSTRAINT "registrations_token" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "password_links" ADD COLUMN "used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "password_links" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registrations_created" ON "registrations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "registrations_email" ON "registrations" USING btree ("email_address","created_at");--> statement-breakpoint
CREATE INDEX "registrations_invitation" ON "registrations" USING btree ("invitation_id") WHERE invitation_id is not null;--> statement-breakpoint
CREATE INDEX "registrations_organization" ON "registrations" USING btree ("organization_id") WHERE organization_id is not null;