-- Reserved words are stored as subdomains are. Of two words that differ by their letter case alone one stays.
DELETE FROM "reserved_words" w USING "reserved_words" o
WHERE lower(btrim(w.name)) = lower(btrim(o.name)) AND (w.name, w.id) > (o.name, o.id);--> statement-breakpoint
UPDATE "reserved_words" SET name = lower(btrim(name)) WHERE name <> lower(btrim(name));--> statement-breakpoint
CREATE TABLE "apps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reserved_words" ADD COLUMN "reading" text GENERATED ALWAYS AS (replace(replace(translate(lower(name), '0123456789i', 'olzeasbtbgl'), 'rn', 'm'), 'vv', 'w')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "reserved_words" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "apps_name" ON "apps" USING btree (lower(name),"id");--> statement-breakpoint
CREATE INDEX "apps_search" ON "apps" USING gin (lower(name) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "reserved_words_name" ON "reserved_words" USING btree ("name","id","is_profanity");--> statement-breakpoint
CREATE INDEX "reserved_words_reading" ON "reserved_words" USING btree ("reading");--> statement-breakpoint
CREATE INDEX "reserved_words_search" ON "reserved_words" USING gin (name gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "organizations_subdomain_reading" ON "organizations" USING btree (replace(replace(translate(lower(subdomain), '0123456789i', 'olzeasbtbgl'), 'rn', 'm'), 'vv', 'w'));