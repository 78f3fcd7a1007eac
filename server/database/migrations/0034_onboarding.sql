CREATE TABLE "demo_proofing" (
	"id" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proof_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea",
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "proofing_initiations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state_hash" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"mode" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"returned_at" timestamp with time zone,
	"code" text,
	"error" text,
	"used_at" timestamp with time zone,
	CONSTRAINT "proofing_initiations_stateHash_unique" UNIQUE("state_hash")
);
--> statement-breakpoint
CREATE TABLE "verification_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"date_of_birth" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "verification_sessions_organizationId_unique" UNIQUE("organization_id")
);
--> statement-breakpoint
-- Organizations from before onboarding are proofed; those that are added from now on are not.
ALTER TABLE "organizations" ADD COLUMN "id_proof_status" text DEFAULT 'Manually_Id_Proofed' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ALTER COLUMN "id_proof_status" SET DEFAULT 'Not_Id_Proofed';--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "id_proof_attempt_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "proof_reviews" ADD CONSTRAINT "proof_reviews_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_reviews" ADD CONSTRAINT "proof_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proofing_initiations" ADD CONSTRAINT "proofing_initiations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proofing_initiations" ADD CONSTRAINT "proofing_initiations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD CONSTRAINT "verification_sessions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD CONSTRAINT "verification_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proof_reviews_pending" ON "proof_reviews" USING btree ("organization_id") WHERE status = 'Pending';--> statement-breakpoint
CREATE INDEX "proof_reviews_organization" ON "proof_reviews" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "proof_reviews_user" ON "proof_reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "proof_reviews_by_time" ON "proof_reviews" USING btree ("uploaded_at","id");--> statement-breakpoint
CREATE INDEX "proof_reviews_by_status" ON "proof_reviews" USING btree ("status","uploaded_at","id");--> statement-breakpoint
CREATE INDEX "proofing_initiations_expired" ON "proofing_initiations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "proofing_initiations_organization" ON "proofing_initiations" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "proofing_initiations_user" ON "proofing_initiations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_sessions_expired" ON "verification_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verification_sessions_user" ON "verification_sessions" USING btree ("user_id");