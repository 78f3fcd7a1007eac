CREATE TABLE "demo_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"from_plan" text NOT NULL,
	"from_price_cents" integer NOT NULL,
	"to_plan" text NOT NULL,
	"to_price_cents" integer NOT NULL,
	"cancel_at" timestamp with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "subscription_payments" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"subscription_id" text,
	"checkout_plan_id" uuid,
	"checkout_url" text,
	"checkout_expires_at" timestamp with time zone,
	CONSTRAINT "subscription_payments_subscriptionId_unique" UNIQUE("subscription_id")
);
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "monthly_price_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "features" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_changes" ADD CONSTRAINT "subscription_changes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_checkout_plan_id_plans_id_fk" FOREIGN KEY ("checkout_plan_id") REFERENCES "public"."plans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_changes_organization" ON "subscription_changes" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "subscription_payments_checkout" ON "subscription_payments" USING btree ("checkout_expires_at") WHERE checkout_plan_id is not null;--> statement-breakpoint
-- Until now every plan included everything but Stay Connected (spec 3 section 1).
UPDATE "plans" SET "features" = '{forward,reply,release,triage,cdaDownload}' WHERE "name" <> 'Stay Connected';
