-- Exact totals of the organization list without counting on every page: server/areas/organizations/list/ reads what is kept here.

-- The distinct texts of one and two letters in a text: what a search for one or two letters is looked up by.
CREATE FUNCTION organization_grams(value text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN (
  SELECT array_agg(DISTINCT gram) FROM (
    SELECT unnest(string_to_array(value, NULL)) AS gram
    UNION ALL
    SELECT pair.first || pair.second
    FROM (SELECT string_to_array(value, NULL) AS letters) text, unnest(letters, letters[2:]) AS pair(first, second)
    WHERE pair.second IS NOT NULL
  ) grams
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
