CREATE TABLE "audit_removals" (
	"through_number" bigint PRIMARY KEY NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"signature" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seal_events" (
	"number" bigint PRIMARY KEY NOT NULL,
	"event_ids" bigint[] NOT NULL,
	"event_hashes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"number" bigint PRIMARY KEY NOT NULL,
	"through_id" bigint NOT NULL,
	"event_count" integer NOT NULL,
	"list_hash" "bytea" NOT NULL,
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"signature" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_seal_events" ADD CONSTRAINT "audit_seal_events_number_audit_seals_number_fk" FOREIGN KEY ("number") REFERENCES "public"."audit_seals"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_type" ON "audit_entries" USING btree ("target_type","at","id");--> statement-breakpoint
CREATE FUNCTION "remove_audit_events"(through bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
-- The only way for the application's account to remove audit events: whole sealed segments whose removal is recorded, 6 years old.
DECLARE
	last_id bigint;
	removed bigint;
BEGIN
	SELECT s.through_id INTO last_id FROM public.audit_seals s JOIN public.audit_removals r ON r.through_number = s.number
	WHERE s.number = through;
	IF last_id IS NULL THEN
		RAISE EXCEPTION 'segment % is not sealed, or its removal is not recorded', through USING ERRCODE = 'object_not_in_prerequisite_state';
	END IF;
	IF EXISTS (SELECT FROM public.audit_entries WHERE id <= last_id AND at > now() - interval '6 years') THEN
		RAISE EXCEPTION 'segment % has events that are younger than 6 years', through USING ERRCODE = 'insufficient_privilege';
	END IF;
	DELETE FROM public.audit_seal_events WHERE number <= through;
	DELETE FROM public.audit_entries WHERE id <= last_id;
	GET DIAGNOSTICS removed = ROW_COUNT;
	RETURN removed;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "remove_audit_events"(bigint) FROM public;
