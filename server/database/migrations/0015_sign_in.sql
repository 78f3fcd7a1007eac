-- Locks of before become locks for every address that the account has not signed in from.
CREATE TABLE "identity_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"removed_at" timestamp with time zone,
	"removed_by" text,
	CONSTRAINT "identity_links_subject" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "known_addresses" (
	"kind" text NOT NULL,
	"user_name" text NOT NULL,
	"address" text NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_addresses_kind_user_name_address_pk" PRIMARY KEY("kind","user_name","address")
);
--> statement-breakpoint
CREATE TABLE "unlock_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "unlock_links_token" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "login_failures" DROP CONSTRAINT "login_failures_pkey";--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "kind" text DEFAULT 'user' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "address" text DEFAULT '*' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "lock_id" uuid;--> statement-breakpoint
ALTER TABLE "login_failures" ADD CONSTRAINT "login_failures_kind_user_name_address_pk" PRIMARY KEY("kind","user_name","address");--> statement-breakpoint
ALTER TABLE "oidc_payloads" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "oidc_payloads" ADD COLUMN "anonymous_address" text;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD COLUMN "trusted_domains" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "identity_links" ADD CONSTRAINT "identity_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlock_links" ADD CONSTRAINT "unlock_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_links_user" ON "identity_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_links_created" ON "identity_links" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "known_addresses_used" ON "known_addresses" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "unlock_links_user" ON "unlock_links" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "login_failures_lock" ON "login_failures" USING btree ("lock_id");--> statement-breakpoint
CREATE INDEX "oidc_payloads_anonymous" ON "oidc_payloads" USING btree ("anonymous_address","created_at") WHERE anonymous_address is not null;