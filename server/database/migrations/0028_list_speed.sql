CREATE TABLE "reserved_word_clashes" (
	"word_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	CONSTRAINT "reserved_word_clashes_word_id_organization_id_pk" PRIMARY KEY("word_id","organization_id")
);
--> statement-breakpoint
ALTER TABLE "reserved_word_clashes" ADD CONSTRAINT "reserved_word_clashes_word_id_reserved_words_id_fk" FOREIGN KEY ("word_id") REFERENCES "public"."reserved_words"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reserved_word_clashes" ADD CONSTRAINT "reserved_word_clashes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reserved_word_clashes_organization" ON "reserved_word_clashes" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "integration_whitelist_enabled" ON "integration_whitelist" USING btree ("integration_id","organization_id") WHERE is_enabled;--> statement-breakpoint
CREATE INDEX "webhooks_by_name" ON "webhooks" USING btree (lower(name),"id");--> statement-breakpoint
-- As server/database/lookAlike.ts has it: the planner puts the expression in its place, so that the index of subdomains serves it.
CREATE FUNCTION look_alike_reading(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN replace(replace(translate(lower(name), '0123456789i', 'olzeasbtbgl'), 'rn', 'm'), 'vv', 'w');
--> statement-breakpoint
-- Clashes of subdomains and reserved words. A change of words waits until running changes of subdomains end, and the other way round, so that of
-- two transactions at the same time the later one sees the rows of the earlier one. Changes of subdomains do not wait for each other.
CREATE FUNCTION clashes_of_new_organizations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('reserved_word_clashes'));
  INSERT INTO reserved_word_clashes (word_id, organization_id)
  SELECT w.id, o.id FROM new_rows o JOIN reserved_words w
    ON w.reading = look_alike_reading(o.subdomain)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER organizations_clashes_insert AFTER INSERT ON organizations
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION clashes_of_new_organizations();
--> statement-breakpoint
CREATE FUNCTION clashes_of_changed_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('reserved_word_clashes'));
  DELETE FROM reserved_word_clashes WHERE organization_id = NEW.id;
  INSERT INTO reserved_word_clashes (word_id, organization_id)
  SELECT w.id, NEW.id FROM reserved_words w
  WHERE w.reading = look_alike_reading(NEW.subdomain)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER organizations_clashes_update AFTER UPDATE OF subdomain ON organizations
FOR EACH ROW WHEN (OLD.subdomain IS DISTINCT FROM NEW.subdomain) EXECUTE FUNCTION clashes_of_changed_organization();
--> statement-breakpoint
CREATE FUNCTION clashes_of_new_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('reserved_word_clashes'));
  INSERT INTO reserved_word_clashes (word_id, organization_id)
  SELECT w.id, o.id FROM new_rows w JOIN organizations o
    ON look_alike_reading(o.subdomain) = w.reading
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reserved_words_clashes_insert AFTER INSERT ON reserved_words
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION clashes_of_new_words();
--> statement-breakpoint
CREATE FUNCTION clashes_of_changed_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('reserved_word_clashes'));
  DELETE FROM reserved_word_clashes WHERE word_id = NEW.id;
  INSERT INTO reserved_word_clashes (word_id, organization_id)
  SELECT NEW.id, o.id FROM organizations o
  WHERE look_alike_reading(o.subdomain) = NEW.reading
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reserved_words_clashes_update AFTER UPDATE ON reserved_words
FOR EACH ROW WHEN (OLD.reading IS DISTINCT FROM NEW.reading) EXECUTE FUNCTION clashes_of_changed_word();
--> statement-breakpoint
INSERT INTO reserved_word_clashes (word_id, organization_id)
SELECT w.id, o.id FROM organizations o JOIN reserved_words w
  ON w.reading = look_alike_reading(o.subdomain);
--> statement-breakpoint
ALTER TABLE "integration_whitelist" ADD COLUMN "sort_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "integration_whitelist" ADD COLUMN "search_text" text GENERATED ALWAYS AS (sort_key || chr(31) || lower(coalesce(note, ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "integration_whitelist_by_name" ON "integration_whitelist" USING btree ("sort_key","id");--> statement-breakpoint
CREATE INDEX "integration_whitelist_search" ON "integration_whitelist" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
-- `for share` waits for a rename of the organization that is under way; one that starts later waits for the entry and then sees it.
CREATE FUNCTION sort_key_of_whitelist_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization text;
BEGIN
  SELECT name_sort INTO organization FROM organizations WHERE id = NEW.organization_id FOR SHARE;
  NEW.sort_key := (SELECT lower(name) FROM integrations WHERE id = NEW.integration_id) || chr(31) || coalesce(organization, '');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER integration_whitelist_sort_key BEFORE INSERT ON integration_whitelist
FOR EACH ROW EXECUTE FUNCTION sort_key_of_whitelist_entry();
--> statement-breakpoint
CREATE FUNCTION sort_key_of_renamed_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE integration_whitelist e SET sort_key = lower(i.name) || chr(31) || NEW.name_sort
  FROM integrations i WHERE i.id = e.integration_id AND e.organization_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER organizations_whitelist_sort_key AFTER UPDATE OF name ON organizations
FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION sort_key_of_renamed_organization();
--> statement-breakpoint
UPDATE integration_whitelist e SET sort_key = lower(i.name) || chr(31) || coalesce(o.name_sort, '')
FROM integration_whitelist w JOIN integrations i ON i.id = w.integration_id LEFT JOIN organizations o ON o.id = w.organization_id
WHERE w.id = e.id;
