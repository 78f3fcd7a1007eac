DROP INDEX "workflows_duration";--> statement-breakpoint
CREATE INDEX "workflows_duration" ON "workflows" USING btree ((floor(extract(epoch from "completed_time" - "created_time") * 1000)::float8),"created_time","id") INCLUDE ("completed_time","status","type","channel","direction");
