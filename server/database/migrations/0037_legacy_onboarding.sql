CREATE TABLE "legacy_onboardings" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"step" text DEFAULT 'welcome' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legacy_quizzes" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"questions" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "legacy_quizzes_organizationId_unique" UNIQUE("organization_id")
);
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "onboarding_flow" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "legacy_onboardings" ADD CONSTRAINT "legacy_onboardings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legacy_quizzes" ADD CONSTRAINT "legacy_quizzes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legacy_quizzes" ADD CONSTRAINT "legacy_quizzes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "legacy_quizzes_expired" ON "legacy_quizzes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "legacy_quizzes_user" ON "legacy_quizzes" USING btree ("user_id");