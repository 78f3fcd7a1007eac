-- Names of four letters with two of them swapped have hardly a trigram in common, but the same deletions.
CREATE FUNCTION word_deletions(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT DISTINCT overlay(word PLACING '' FROM place FOR 1) FROM generate_series(1, length(word)) place) || word;
--> statement-breakpoint
CREATE TABLE "directory_words" (
	"field" text NOT NULL,
	"word" text NOT NULL,
	"deletions" text[] GENERATED ALWAYS AS (word_deletions(word)) STORED NOT NULL,
	CONSTRAINT "directory_words_field_word_pk" PRIMARY KEY("field","word")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sender_id" text NOT NULL,
	"organization_id" uuid,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_directory" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"source_id" uuid,
	"entry_id" uuid,
	"is_provider" boolean NOT NULL,
	"direct_address" text,
	"oid" text,
	"first_name" text,
	"middle_name" text,
	"last_name" text,
	"organization_name" text NOT NULL,
	"clinic_name" text,
	"phone" text,
	"fax" text,
	"street" text,
	"city" text,
	"state" text,
	"zip" text,
	"available_until" timestamp with time zone,
	"name_sort" text NOT NULL,
	"terms" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_directory" ADD CONSTRAINT "provider_directory_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_directory" ADD CONSTRAINT "provider_directory_source_id_document_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."document_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_directory" ADD CONSTRAINT "provider_directory_entry_id_directory_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."directory_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "directory_words_deletions" ON "directory_words" USING gin ("deletions");--> statement-breakpoint
CREATE INDEX "directory_words_search" ON "directory_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "invitations_sender" ON "invitations" USING btree ("sender_id","sent_at");--> statement-breakpoint
CREATE INDEX "invitations_organization" ON "invitations" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "provider_directory_providers" ON "provider_directory" USING gin ("terms") WHERE is_provider;--> statement-breakpoint
CREATE INDEX "provider_directory_organizations" ON "provider_directory" USING gin ("terms") WHERE not is_provider;--> statement-breakpoint
CREATE INDEX "provider_directory_address" ON "provider_directory" USING btree ("direct_address") WHERE direct_address is not null;--> statement-breakpoint
CREATE INDEX "provider_directory_oid" ON "provider_directory" USING btree ("oid") WHERE oid is not null;--> statement-breakpoint
CREATE INDEX "provider_directory_organization" ON "provider_directory" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "provider_directory_source" ON "provider_directory" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "provider_directory_entry" ON "provider_directory" USING btree ("entry_id");
--> statement-breakpoint
-- Letters and digits in lower case without accents and apostrophes: "O'Neil-Pérez" is oneil, perez. Names and requests pass through it alike.
CREATE FUNCTION directory_words_of(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT DISTINCT left(word, 60) FROM regexp_split_to_table(
    regexp_replace(normalize(lower(coalesce(value, '')), NFD), '[\u0300-\u036f''\u2018\u2019`]', '', 'g'),
    '[\s!-/:-@[-`{-\u00bf\u2000-\u206f]+') word
  WHERE word <> '');
--> statement-breakpoint
CREATE FUNCTION directory_terms(first_names text, last_names text, organizations text, city text, state text, zip text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(
  ARRAY(SELECT 'f.' || word FROM unnest(directory_words_of(first_names)) word)
  || ARRAY(SELECT 'l.' || word FROM unnest(directory_words_of(last_names)) word)
  || ARRAY(SELECT 'o.' || word FROM unnest(directory_words_of(organizations)) word)
  || ARRAY(SELECT 'c.' || word FROM unnest(directory_words_of(city)) word)
  || ARRAY(SELECT 's.' || lower(trim(state)) WHERE trim(state) <> '')
  || ARRAY(SELECT 'z.' || digits FROM regexp_replace(zip, '\D', '', 'g') digits WHERE digits <> ''));
--> statement-breakpoint
-- The names of a person where the display name of an address is that of a person: "Dr. Ann Baker", "Ann C. Baker, MD". Else null.
CREATE FUNCTION provider_name(display_name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN display_name ~* '^\s*dr\.?\s+\S+\s+\S'
    OR display_name ~* '^[^,\d&]+\s[^,\d&]+,\s*(m\.?d\.?|d\.?o\.?|np|aprn|fnp|pa-c|rn|dds|dmd|dpm|od|pharmd|ph\.?d\.?|psyd|lcsw|dpt)\s*(,|$)'
  THEN regexp_split_to_array(trim(split_part(regexp_replace(display_name, '^\s*dr\.?\s+', '', 'i'), ',', 1)), '\s+')
END;
--> statement-breakpoint
CREATE VIEW provider_directory_rows AS
SELECT s.id, s.organization_id, s.id AS source_id, NULL::uuid AS entry_id, p.name IS NOT NULL AS is_provider, s.address AS direct_address,
  NULL::text AS oid, p.name[1] AS first_name, nullif(array_to_string(p.name[2:array_length(p.name, 1) - 1], ' '), '') AS middle_name,
  p.name[array_length(p.name, 1)] AS last_name, o.name AS organization_name,
  CASE WHEN p.name IS NOT NULL THEN o.name ELSE nullif(s.display_name, o.name) END AS clinic_name,
  o.phone, o.fax, o.street, o.city, o.state, o.zip, o.cancel_at AS available_until,
  CASE WHEN p.name IS NULL THEN o.name_sort || chr(31) || lower(s.display_name)
    ELSE lower(p.name[array_length(p.name, 1)] || chr(31) || array_to_string(p.name, ' ')) || chr(31) || o.name_sort END AS name_sort,
  directory_terms(array_to_string(p.name[1:array_length(p.name, 1) - 1], ' '), array_to_string(p.name[2:], ' '),
    o.name || ' ' || CASE WHEN p.name IS NULL THEN s.display_name ELSE '' END, o.city, o.state, o.zip) AS terms
FROM document_sources s JOIN organizations o ON o.id = s.organization_id CROSS JOIN LATERAL (SELECT provider_name(s.display_name) AS name) p
WHERE s.type = 'DirectMessaging' AND s.status = 1 AND s.is_enabled AND o.direct_is_enabled AND o.is_activated AND o.is_enabled
UNION ALL
SELECT e.id, e.organization_id, NULL, e.id, false, NULL, e.oid, NULL, NULL, NULL, e.display_name, nullif(o.name, e.display_name),
  NULL, NULL, e.address, e.city, e.state, e.zip_code, o.cancel_at, lower(e.display_name) || chr(31) || o.name_sort,
  directory_terms(NULL, NULL, concat_ws(' ', e.display_name, e.legal_name, array_to_string(e.other_names, ' '), o.name),
    e.city, e.state, e.zip_code)
FROM directory_entries e JOIN organizations o ON o.id = e.organization_id
WHERE e.is_active AND o.is_activated AND o.is_enabled;
--> statement-breakpoint
-- `for share` waits for a change of the organization that is under way; one that starts later waits for this change and then sees it.
CREATE FUNCTION list_new_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO provider_directory SELECT r.* FROM provider_directory_rows r WHERE r.source_id IN (SELECT id FROM new_rows);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER document_sources_listed AFTER INSERT ON document_sources
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_new_sources();
--> statement-breakpoint
CREATE FUNCTION list_changed_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM organizations WHERE id = NEW.organization_id FOR SHARE;
  DELETE FROM provider_directory WHERE source_id = NEW.id;
  INSERT INTO provider_directory SELECT r.* FROM provider_directory_rows r WHERE r.source_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER document_sources_listed_again AFTER UPDATE OF address, display_name, status, is_enabled ON document_sources
FOR EACH ROW WHEN ((OLD.address, OLD.display_name, OLD.status, OLD.is_enabled) IS DISTINCT FROM
  (NEW.address, NEW.display_name, NEW.status, NEW.is_enabled)) EXECUTE FUNCTION list_changed_source();
--> statement-breakpoint
CREATE FUNCTION list_new_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM organizations WHERE id IN (SELECT organization_id FROM new_rows) ORDER BY id FOR SHARE;
  INSERT INTO provider_directory SELECT r.* FROM provider_directory_rows r WHERE r.entry_id IN (SELECT id FROM new_rows);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER directory_entries_listed AFTER INSERT ON directory_entries
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_new_entries();
--> statement-breakpoint
CREATE FUNCTION list_changed_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM organizations WHERE id = NEW.organization_id FOR SHARE;
  DELETE FROM provider_directory WHERE entry_id = NEW.id;
  INSERT INTO provider_directory SELECT r.* FROM provider_directory_rows r WHERE r.entry_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER directory_entries_listed_again AFTER UPDATE ON directory_entries
FOR EACH ROW EXECUTE FUNCTION list_changed_entry();
--> statement-breakpoint
CREATE FUNCTION list_changed_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM provider_directory WHERE organization_id = NEW.id;
  INSERT INTO provider_directory SELECT r.* FROM provider_directory_rows r WHERE r.organization_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER organizations_listed AFTER UPDATE ON organizations
FOR EACH ROW WHEN (
  (OLD.name, OLD.street, OLD.city, OLD.state, OLD.zip, OLD.phone, OLD.fax, OLD.is_activated, OLD.is_enabled, OLD.direct_is_enabled, OLD.cancel_at)
  IS DISTINCT FROM
  (NEW.name, NEW.street, NEW.city, NEW.state, NEW.zip, NEW.phone, NEW.fax, NEW.is_activated, NEW.is_enabled, NEW.direct_is_enabled, NEW.cancel_at)
) EXECUTE FUNCTION list_changed_organization();
--> statement-breakpoint
-- In one order, so that two transactions with the same new words wait for each other and do not deadlock.
CREATE FUNCTION gather_directory_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO directory_words (field, word)
  SELECT DISTINCT left(term, 1), substr(term, 3) FROM new_rows CROSS JOIN unnest(tsvector_to_array(terms)) term
  WHERE left(term, 1) IN ('f', 'l', 'o', 'c')
    AND NOT EXISTS (SELECT FROM directory_words d WHERE d.field = left(term, 1) AND d.word = substr(term, 3))
  ORDER BY 1, 2
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER provider_directory_words AFTER INSERT ON provider_directory
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION gather_directory_words();
--> statement-breakpoint
INSERT INTO provider_directory SELECT * FROM provider_directory_rows;
