CREATE TABLE "id_proofs" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"uploaded_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authenticators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_links_token" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_user_name" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "id_proof_status" text DEFAULT 'Not_Id_Proofed' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_sort" text GENERATED ALWAYS AS (lower(last_name) || chr(31) || lower(first_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "user_name_sort" text GENERATED ALWAYS AS (lower(coalesce(deleted_user_name, user_name))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(first_name) || ' ' || lower(last_name) || chr(31) || lower(coalesce(deleted_user_name, user_name))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "id_proofs" ADD CONSTRAINT "id_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_links_user" ON "password_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("name_sort","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_user_name" ON "users" USING btree ("user_name_sort","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","name_sort","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_create_date" ON "users" USING btree ("create_date","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_last_login" ON "users" USING btree ("last_login_date" NULLS FIRST,"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_enabled" ON "users" USING btree ("name_sort","id") WHERE deleted_at is null and is_enabled;--> statement-breakpoint
CREATE INDEX "users_disabled" ON "users" USING btree ("name_sort","id") WHERE deleted_at is null and not is_enabled;--> statement-breakpoint
CREATE INDEX "users_deleted" ON "users" USING btree ("name_sort","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "oidc_payloads_account" ON "oidc_payloads" USING btree ((payload ->> 'accountId')) WHERE payload ->> 'accountId' is not null;