-- Exact totals of the organization list without counting on every page: server/areas/organizations/list/ reads what is kept here.

-- The texts of one and two letters in a text, as numbers (21 bits hold any letter): numbers are indexed twice as fast as texts.
CREATE FUNCTION organization_grams(value text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN (
  SELECT array_agg(ascii(pair.letter)::bigint)
    || array_agg((ascii(pair.letter)::bigint << 21) + ascii(pair.next)) FILTER (WHERE pair.next IS NOT NULL)
  FROM unnest(string_to_array(value, NULL), (string_to_array(value, NULL))[2:]) AS pair(letter, next)
);
--> statement-breakpoint
CREATE INDEX organizations_grams ON organizations USING gin (organization_grams(search_text));
--> statement-breakpoint
CREATE FUNCTION organization_count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO organization_count_changes (xid, sign, search_text, is_canceling)
    VALUES (pg_current_xact_id()::text::bigint, -1, OLD.search_text, OLD.cancel_at IS NOT NULL);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO organization_count_changes (xid, sign, search_text, is_canceling)
    VALUES (pg_current_xact_id()::text::bigint, 1, NEW.search_text, NEW.cancel_at IS NOT NULL);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER organizations_count_changes
AFTER INSERT OR DELETE OR UPDATE OF name, subdomain, org_id, cancel_at ON organizations
FOR EACH ROW EXECUTE FUNCTION organization_count_change();
--> statement-breakpoint
-- Emptying the table leaves no row for each row: every count made before the end of this transaction becomes worthless.
CREATE FUNCTION organization_counts_void() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM organization_count_changes;
  DELETE FROM organization_gram_counts;
  UPDATE organization_count_horizon SET pruned_below = pg_current_xact_id()::text::bigint + 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER organizations_counts_void
AFTER TRUNCATE ON organizations
FOR EACH STATEMENT EXECUTE FUNCTION organization_counts_void();
--> statement-breakpoint
INSERT INTO organization_count_horizon (id, pruned_below, candidate)
VALUES (1, 0, pg_snapshot_xmin(pg_current_snapshot())::text::bigint);
