-- What the dashboard counts: every change of a workflow, message or conversion leaves a row in traffic_changes, in its transaction.
-- server/exchange/traffic.ts folds them into traffic_buckets and adds both up when it reads. Triggers run once for each statement.

CREATE FUNCTION traffic_bucket(moment timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN date_bin('10 minutes', moment, timestamptz '2000-01-01 00:00:00Z');
--> statement-breakpoint
CREATE FUNCTION traffic_of_new_workflows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO traffic_changes (bucket, kind, channel, direction, type, outcome, sign)
  SELECT traffic_bucket(created_time), 'workflow', channel, direction, type, status, count(*)
  FROM entered GROUP BY 1, 3, 4, 5, 6;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER workflows_traffic_insert AFTER INSERT ON workflows
REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION traffic_of_new_workflows();
--> statement-breakpoint
-- A trigger with transition tables sees every update of the table: those that leave the status alone cost one comparison.
CREATE FUNCTION traffic_of_changed_workflows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO traffic_changes (bucket, kind, channel, direction, type, outcome, sign)
  SELECT traffic_bucket(w.created_time), 'workflow', w.channel, w.direction, w.type, change.status, sum(change.sign)
  FROM entered w
  JOIN gone o ON o.id = w.id AND o.status <> w.status
  CROSS JOIN LATERAL (VALUES (o.status, -1), (w.status, 1)) AS change (status, sign)
  GROUP BY 1, 3, 4, 5, 6 HAVING sum(change.sign) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER workflows_traffic_update AFTER UPDATE ON workflows
REFERENCING OLD TABLE AS gone NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION traffic_of_changed_workflows();
--> statement-breakpoint
CREATE FUNCTION traffic_of_deleted_workflows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO traffic_changes (bucket, kind, channel, direction, type, outcome, sign)
  SELECT traffic_bucket(created_time), 'workflow', channel, direction, type, status, -count(*)
  FROM gone GROUP BY 1, 3, 4, 5, 6;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER workflows_traffic_delete AFTER DELETE ON workflows
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION traffic_of_deleted_workflows();
--> statement-breakpoint
-- Emptying the table leaves no row for each row: what was counted of it is worthless.
CREATE FUNCTION traffic_void() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM traffic_changes;
  DELETE FROM traffic_buckets;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER workflows_traffic_void AFTER TRUNCATE ON workflows
FOR EACH STATEMENT EXECUTE FUNCTION traffic_void();
--> statement-breakpoint
-- Conversions and messages are counted by the minute, because the statistics of the last hours are shown by the minute.
CREATE FUNCTION traffic_of_new_conversions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO traffic_changes (bucket, kind, channel, direction, type, outcome, sign)
  SELECT date_trunc('minute', date), 'conversion', '', '', kind, '', count(*)
  FROM entered GROUP BY 1, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER conversions_traffic AFTER INSERT ON conversions
REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION traffic_of_new_conversions();
--> statement-breakpoint
-- Rows come and go all the time: what is dead must not pile up before it is cleared away.
ALTER TABLE traffic_changes SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
ALTER TABLE traffic_buckets SET (fillfactor = 70);
--> statement-breakpoint
-- Without channel and direction a rule looks at each of them by itself. Thresholds in percent, seconds, minutes and workflows.
INSERT INTO alert_rules (id, name, alert_type, threshold, window_minutes, minimum_messages, severity) VALUES
  ('01a10000-0000-7000-8000-000000000101', 'Failure rate', 'FailureRate', 10, 60, 20, 'Warn'),
  ('01a10000-0000-7000-8000-000000000102', 'High failure rate', 'FailureRate', 25, 60, 20, 'Triggered'),
  ('01a10000-0000-7000-8000-000000000103', 'Slow queue', 'QueueAge', 120, 60, 1, 'Warn'),
  ('01a10000-0000-7000-8000-000000000104', 'Stalled queue', 'QueueAge', 600, 60, 1, 'Triggered'),
  ('01a10000-0000-7000-8000-000000000105', 'Silent channel', 'Silence', 60, 1440, 48, 'Warn'),
  ('01a10000-0000-7000-8000-000000000106', 'Attempts used up', 'StepExhausted', 1, 60, 1, 'Warn'),
  ('01a10000-0000-7000-8000-000000000107', 'Attempts used up often', 'StepExhausted', 10, 60, 1, 'Triggered');
--> statement-breakpoint
-- Failures by their cause; only workflows that failed or are tried again have one.
CREATE INDEX workflows_error ON workflows (error_code, created_time, id) WHERE error_code IS NOT NULL;
--> statement-breakpoint
CREATE INDEX workflows_failed_step ON workflows (failed_step, created_time, id) WHERE failed_step IS NOT NULL;

--> statement-breakpoint
-- Exact numbers of messages for the inspector: what a message is counted under leaves a row in message_count_changes, in its transaction.
-- server/odata/messageCounts.ts folds them into the counts by the hour, by sender and by recipient and adds both up when it reads.
CREATE TABLE message_count_changes (
  id bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
  bucket timestamptz NOT NULL,
  type integer NOT NULL,
  channel text NOT NULL,
  status integer NOT NULL,
  is_draft boolean NOT NULL,
  sender text NOT NULL,
  mail_to text NOT NULL,
  count bigint NOT NULL
);
--> statement-breakpoint
-- By the hour, and in the bucket '-infinity' over all time.
CREATE TABLE message_counts (
  bucket timestamptz NOT NULL,
  type integer NOT NULL,
  channel text NOT NULL,
  status integer NOT NULL,
  is_draft boolean NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (bucket, type, channel, status, is_draft)
) WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE message_sender_counts (
  sender text NOT NULL,
  is_draft boolean NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (sender, is_draft)
) WITH (fillfactor = 70);
--> statement-breakpoint
CREATE INDEX message_sender_counts_trgm ON message_sender_counts USING gin (lower(sender) gin_trgm_ops);
--> statement-breakpoint
-- All recipients of a message are one text, longer than a key of an index may be: 128 bits of it tell them apart.
CREATE TABLE message_recipient_counts (
  mail_to text NOT NULL,
  is_draft boolean NOT NULL,
  count bigint NOT NULL
) WITH (fillfactor = 70);
--> statement-breakpoint
CREATE UNIQUE INDEX message_recipient_counts_key ON message_recipient_counts
  (hashtextextended(mail_to, 0), hashtextextended(mail_to, 1), is_draft);
--> statement-breakpoint
CREATE INDEX message_recipient_counts_trgm ON message_recipient_counts USING gin (lower(mail_to) gin_trgm_ops);
--> statement-breakpoint
ALTER TABLE message_count_changes SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
-- One statement for both books, that of the minutes and that of the inspector.
CREATE FUNCTION count_new_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH traffic AS (
    INSERT INTO traffic_changes (bucket, kind, channel, direction, type, outcome, sign)
    SELECT date_trunc('minute', created_date), 'message', channel,
      CASE type WHEN 1 THEN 'Inbound' ELSE 'Outbound' END, '', '', count(*)
    FROM entered WHERE NOT is_draft GROUP BY 1, 3, 4)
  INSERT INTO message_count_changes (bucket, type, channel, status, is_draft, sender, mail_to, count)
  SELECT date_trunc('hour', created_date, 'UTC'), type, channel, status, is_draft, sender, mail_to, count(*)
  FROM entered GROUP BY 1, 2, 3, 4, 5, 6, 7;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mail_messages_count_insert AFTER INSERT ON mail_messages
REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION count_new_messages();
--> statement-breakpoint
CREATE FUNCTION count_changed_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_count_changes (bucket, type, channel, status, is_draft, sender, mail_to, count)
  SELECT date_trunc('hour', c.created_date, 'UTC'), c.type, c.channel, c.status, c.is_draft, c.sender, c.mail_to, sum(c.sign)
  FROM entered n
  JOIN gone o ON o.id = n.id
    AND (o.created_date, o.type, o.channel, o.status, o.is_draft, o.sender, o.mail_to)
      IS DISTINCT FROM (n.created_date, n.type, n.channel, n.status, n.is_draft, n.sender, n.mail_to)
  CROSS JOIN LATERAL (VALUES
    (o.created_date, o.type, o.channel, o.status, o.is_draft, o.sender, o.mail_to, -1),
    (n.created_date, n.type, n.channel, n.status, n.is_draft, n.sender, n.mail_to, 1)
  ) AS c (created_date, type, channel, status, is_draft, sender, mail_to, sign)
  GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(c.sign) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mail_messages_count_update AFTER UPDATE ON mail_messages
REFERENCING OLD TABLE AS gone NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION count_changed_messages();
--> statement-breakpoint
CREATE FUNCTION count_deleted_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_count_changes (bucket, type, channel, status, is_draft, sender, mail_to, count)
  SELECT date_trunc('hour', created_date, 'UTC'), type, channel, status, is_draft, sender, mail_to, -count(*)
  FROM gone GROUP BY 1, 2, 3, 4, 5, 6, 7;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mail_messages_count_delete AFTER DELETE ON mail_messages
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_messages();
--> statement-breakpoint
-- Counts all messages anew: after they were written with the triggers off, or emptied.
CREATE FUNCTION recount_messages() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_count_changes;
  DELETE FROM message_counts;
  DELETE FROM message_sender_counts;
  DELETE FROM message_recipient_counts;
  INSERT INTO message_counts
  SELECT date_trunc('hour', created_date, 'UTC'), type, channel, status, is_draft, count(*) FROM mail_messages GROUP BY 1, 2, 3, 4, 5;
  INSERT INTO message_counts
  SELECT '-infinity', type, channel, status, is_draft, sum(count) FROM message_counts GROUP BY 2, 3, 4, 5;
  INSERT INTO message_sender_counts SELECT sender, is_draft, count(*) FROM mail_messages GROUP BY 1, 2;
  INSERT INTO message_recipient_counts SELECT mail_to, is_draft, count(*) FROM mail_messages GROUP BY 1, 2;
END $$;
--> statement-breakpoint
CREATE FUNCTION void_message_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_messages();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mail_messages_count_void AFTER TRUNCATE ON mail_messages
FOR EACH STATEMENT EXECUTE FUNCTION void_message_counts();
--> statement-breakpoint
-- Written and changed within moments: room for the second version beside the first one spares its entries in the indexes.
ALTER TABLE workflow_steps SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE deliveries SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE mail_attachments SET (fillfactor = 85);
