CREATE TABLE "organization_filter_counts" (
	"dimension" text NOT NULL,
	"dimension_id" uuid,
	"is_canceling" boolean NOT NULL,
	"is_activated" boolean DEFAULT false NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"api_capture" boolean DEFAULT false NOT NULL,
	"brand_id" uuid,
	"plan_id" uuid,
	"count" bigint NOT NULL,
	CONSTRAINT "organization_filter_counts_key" UNIQUE NULLS NOT DISTINCT("dimension","dimension_id","is_canceling","is_activated","is_enabled","api_capture","brand_id","plan_id")
);
--> statement-breakpoint
DROP INDEX "mail_messages_status";--> statement-breakpoint
DROP INDEX "mail_messages_created";--> statement-breakpoint
ALTER TABLE "organization_count_changes" ADD COLUMN "is_activated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_count_changes" ADD COLUMN "is_enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_count_changes" ADD COLUMN "api_capture" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_count_changes" ADD COLUMN "brand_id" uuid;--> statement-breakpoint
ALTER TABLE "organization_count_changes" ADD COLUMN "plan_id" uuid;--> statement-breakpoint
ALTER TABLE "organization_count_changes" ADD COLUMN "type_id" uuid;--> statement-breakpoint
ALTER TABLE "organization_count_changes" ADD COLUMN "specialty_id" uuid;--> statement-breakpoint
ALTER TABLE "organization_count_changes" ADD COLUMN "network_id" uuid;--> statement-breakpoint
ALTER TABLE "organization_count_changes" ADD COLUMN "reseller_id" uuid;--> statement-breakpoint
CREATE INDEX "mail_messages_hisp_trgm" ON "mail_messages" USING gin (lower("hisp_message_id") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mail_messages_sent" ON "mail_messages" USING btree ("id") WHERE not is_draft;--> statement-breakpoint
CREATE INDEX "workflows_duration" ON "workflows" USING btree (((extract(epoch from "completed_time" - "created_time") * 1000)::float8),"created_time","id");--> statement-breakpoint
CREATE INDEX "mail_messages_status" ON "mail_messages" USING btree ("status","id","is_draft");--> statement-breakpoint
CREATE INDEX "mail_messages_created" ON "mail_messages" USING btree ("created_date","id","is_draft");
--> statement-breakpoint
-- The log of changes names every column the organization list is filtered by: server/areas/organizations/list/ counts with it.
CREATE OR REPLACE FUNCTION organization_count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO organization_count_changes (xid, sign, search_text, is_canceling, is_activated, is_enabled, api_capture,
      brand_id, plan_id, type_id, specialty_id, network_id, reseller_id)
    VALUES (pg_current_xact_id()::text::bigint, -1, OLD.search_text, OLD.cancel_at IS NOT NULL, OLD.is_activated, OLD.is_enabled,
      OLD.api_capture, OLD.brand_id, OLD.plan_id, OLD.type_id, OLD.specialty_id, OLD.network_id, OLD.reseller_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO organization_count_changes (xid, sign, search_text, is_canceling, is_activated, is_enabled, api_capture,
      brand_id, plan_id, type_id, specialty_id, network_id, reseller_id)
    VALUES (pg_current_xact_id()::text::bigint, 1, NEW.search_text, NEW.cancel_at IS NOT NULL, NEW.is_activated, NEW.is_enabled,
      NEW.api_capture, NEW.brand_id, NEW.plan_id, NEW.type_id, NEW.specialty_id, NEW.network_id, NEW.reseller_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER organizations_count_changes ON organizations;
--> statement-breakpoint
CREATE TRIGGER organizations_count_changes
AFTER INSERT OR DELETE OR UPDATE OF name, subdomain, org_id, cancel_at, is_activated, is_enabled, api_capture, brand_id, plan_id,
  type_id, specialty_id, network_id, reseller_id ON organizations
FOR EACH ROW EXECUTE FUNCTION organization_count_change();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION organization_counts_void() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM organization_count_changes;
  DELETE FROM organization_gram_counts;
  DELETE FROM organization_filter_counts;
  UPDATE organization_count_horizon SET pruned_below = pg_current_xact_id()::text::bigint + 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Changes from before have no values in the new columns: every count made until now is worthless.
DELETE FROM organization_count_changes;
--> statement-breakpoint
DELETE FROM organization_gram_counts;
--> statement-breakpoint
UPDATE organization_count_horizon SET pruned_below = pg_current_xact_id()::text::bigint + 1;
--> statement-breakpoint
ALTER TABLE organization_filter_counts SET (fillfactor = 70);
--> statement-breakpoint
-- Finished workflows are also counted by their duration, rounded down to two digits of its milliseconds; `bucket` is that duration
-- after 1970 (kind `duration`). server/exchange/traffic.ts reads it.
CREATE FUNCTION duration_bucket(created timestamptz, completed timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN timestamptz '1970-01-01 00:00:00Z' + interval '1 millisecond' * trunc(
  greatest(0, floor(extract(epoch FROM completed - created) * 1000)),
  -greatest(0, length(greatest(0, floor(extract(epoch FROM completed - created) * 1000))::bigint::text) - 2)
)::float8;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION traffic_of_new_workflows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO traffic_changes (bucket, kind, channel, direction, type, outcome, sign)
  SELECT traffic_bucket(created_time), 'workflow', channel, direction, type, status, count(*)
  FROM entered GROUP BY 1, 3, 4, 5, 6
  UNION ALL
  SELECT duration_bucket(created_time, completed_time), 'duration', channel, direction, type, status, count(*)
  FROM entered WHERE completed_time IS NOT NULL GROUP BY 1, 3, 4, 5, 6;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION traffic_of_changed_workflows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO traffic_changes (bucket, kind, channel, direction, type, outcome, sign)
  SELECT traffic_bucket(w.created_time), 'workflow', w.channel, w.direction, w.type, change.status, sum(change.sign)
  FROM entered w
  JOIN gone o ON o.id = w.id AND o.status <> w.status
  CROSS JOIN LATERAL (VALUES (o.status, -1), (w.status, 1)) AS change (status, sign)
  GROUP BY 1, 3, 4, 5, 6 HAVING sum(change.sign) <> 0
  UNION ALL
  SELECT duration_bucket(w.created_time, change.completed_time), 'duration', w.channel, w.direction, w.type, change.status,
    sum(change.sign)
  FROM entered w
  JOIN gone o ON o.id = w.id AND (o.status, o.completed_time) IS DISTINCT FROM (w.status, w.completed_time)
  CROSS JOIN LATERAL (VALUES (o.status, o.completed_time, -1), (w.status, w.completed_time, 1))
    AS change (status, completed_time, sign)
  WHERE change.completed_time IS NOT NULL
  GROUP BY 1, 3, 4, 5, 6 HAVING sum(change.sign) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION traffic_of_deleted_workflows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO traffic_changes (bucket, kind, channel, direction, type, outcome, sign)
  SELECT traffic_bucket(created_time), 'workflow', channel, direction, type, status, -count(*)
  FROM gone GROUP BY 1, 3, 4, 5, 6
  UNION ALL
  SELECT duration_bucket(created_time, completed_time), 'duration', channel, direction, type, status, -count(*)
  FROM gone WHERE completed_time IS NOT NULL GROUP BY 1, 3, 4, 5, 6;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO traffic_buckets (bucket, kind, channel, direction, type, outcome, count)
SELECT duration_bucket(created_time, completed_time), 'duration', channel, direction, type, status, count(*)
FROM workflows WHERE completed_time IS NOT NULL GROUP BY 1, 3, 4, 5, 6;
