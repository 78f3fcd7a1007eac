ALTER TABLE "audit_entries" ADD COLUMN "is_read" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "audit_entries" SET "is_read" = true WHERE "action" IN ('messages.get', 'attachments.get', 'attachments.patient', 'preview.document');--> statement-breakpoint
CREATE INDEX "audit_entries_changes" ON "audit_entries" USING btree ("at","id") WHERE not is_read;
