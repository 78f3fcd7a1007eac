CREATE TABLE "session_drafts" (
	"user_id" uuid NOT NULL,
	"page" text NOT NULL,
	"form" text NOT NULL,
	"sealed" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_drafts_user_id_page_form_pk" PRIMARY KEY("user_id","page","form")
);
--> statement-breakpoint
ALTER TABLE "oidc_payloads" ADD COLUMN "active_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "session_drafts" ADD CONSTRAINT "session_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_drafts_expires" ON "session_drafts" USING btree ("expires_at");