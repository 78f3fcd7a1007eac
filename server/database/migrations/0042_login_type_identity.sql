ALTER TABLE "organization_filter_counts" DROP CONSTRAINT "organization_filter_counts_key";--> statement-breakpoint
-- These last half an hour, and nothing would encrypt them later.
DELETE FROM "demo_proofing";--> statement-breakpoint
ALTER TABLE "demo_proofing" ALTER COLUMN "data" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "legacy_quizzes" ALTER COLUMN "questions" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "organization_count_changes" ADD COLUMN "has_connection" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_filter_counts" ADD COLUMN "has_connection" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "has_connection" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Sessions that wait go on: the start of the server encrypts the values that are in clear.
ALTER TABLE "verification_sessions" ADD COLUMN "person" text NOT NULL DEFAULT '';--> statement-breakpoint
UPDATE "verification_sessions" SET "person" =
  json_build_object('firstName', "first_name", 'lastName', "last_name", 'dateOfBirth', "date_of_birth")::text;--> statement-breakpoint
ALTER TABLE "verification_sessions" ALTER COLUMN "person" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "organizations_connection" ON "organizations" USING btree ("name_sort","id") WHERE has_connection;--> statement-breakpoint
ALTER TABLE "verification_sessions" DROP COLUMN "first_name";--> statement-breakpoint
ALTER TABLE "verification_sessions" DROP COLUMN "last_name";--> statement-breakpoint
ALTER TABLE "verification_sessions" DROP COLUMN "date_of_birth";--> statement-breakpoint
ALTER TABLE "organization_filter_counts" ADD CONSTRAINT "organization_filter_counts_key" UNIQUE NULLS NOT DISTINCT("dimension","dimension_id","is_canceling","is_activated","is_enabled","api_capture","has_connection","brand_id","plan_id");--> statement-breakpoint
UPDATE organizations o SET has_connection = true
WHERE EXISTS (SELECT FROM sso_connections c WHERE c.organization_id = o.id AND c.is_enabled);
--> statement-breakpoint
-- The organization is held before its connections are read, so that of two changes at a time the second one sees the first.
CREATE FUNCTION organization_connection_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[] := array_remove(ARRAY[
    CASE WHEN TG_OP <> 'INSERT' THEN OLD.organization_id END,
    CASE WHEN TG_OP <> 'DELETE' THEN NEW.organization_id END], NULL);
BEGIN
  PERFORM FROM organizations WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE organizations o SET has_connection = NOT o.has_connection
  WHERE o.id = ANY (changed) AND o.has_connection
    <> EXISTS (SELECT FROM sso_connections c WHERE c.organization_id = o.id AND c.is_enabled);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER organizations_connection_change
AFTER INSERT OR DELETE OR UPDATE OF organization_id, is_enabled ON sso_connections
FOR EACH ROW EXECUTE FUNCTION organization_connection_change();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION organization_count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO organization_count_changes (xid, sign, search_text, is_canceling, is_activated, is_enabled, api_capture,
      has_connection, brand_id, plan_id, type_id, specialty_id, network_id, reseller_id)
    VALUES (pg_current_xact_id()::text::bigint, -1, OLD.search_text, OLD.cancel_at IS NOT NULL, OLD.is_activated, OLD.is_enabled,
      OLD.api_capture, OLD.has_connection, OLD.brand_id, OLD.plan_id, OLD.type_id, OLD.specialty_id, OLD.network_id, OLD.reseller_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO organization_count_changes (xid, sign, search_text, is_canceling, is_activated, is_enabled, api_capture,
      has_connection, brand_id, plan_id, type_id, specialty_id, network_id, reseller_id)
    VALUES (pg_current_xact_id()::text::bigint, 1, NEW.search_text, NEW.cancel_at IS NOT NULL, NEW.is_activated, NEW.is_enabled,
      NEW.api_capture, NEW.has_connection, NEW.brand_id, NEW.plan_id, NEW.type_id, NEW.specialty_id, NEW.network_id, NEW.reseller_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER organizations_count_changes ON organizations;
--> statement-breakpoint
CREATE TRIGGER organizations_count_changes
AFTER INSERT OR DELETE OR UPDATE OF name, subdomain, org_id, cancel_at, is_activated, is_enabled, api_capture, has_connection,
  brand_id, plan_id, type_id, specialty_id, network_id, reseller_id ON organizations
FOR EACH ROW EXECUTE FUNCTION organization_count_change();
--> statement-breakpoint
-- Changes from before have no value in the new column: every count made until now is worthless.
DELETE FROM organization_count_changes;
--> statement-breakpoint
DELETE FROM organization_gram_counts;
--> statement-breakpoint
DELETE FROM organization_filter_counts;
--> statement-breakpoint
UPDATE organization_count_horizon SET pruned_below = pg_current_xact_id()::text::bigint + 1;
