-- The setting WEST_FAX_INTERFACE alone controls the WestFax tab (spec 1 section 6); the feature of the same name had no effect.
UPDATE "networks" SET "enabled_features" = array_remove("enabled_features", 'WestFaxInterface') WHERE 'WestFaxInterface' = ANY ("enabled_features");--> statement-breakpoint
UPDATE "organizations" SET "enabled_features" = array_remove("enabled_features", 'WestFaxInterface') WHERE 'WestFaxInterface' = ANY ("enabled_features");--> statement-breakpoint
DELETE FROM "features" WHERE "id" = 'WestFaxInterface';--> statement-breakpoint
UPDATE "features" SET "description" = 'Send events to other systems by webhook.' WHERE "id" = 'Webhooks';--> statement-breakpoint
UPDATE "features" SET "description" = 'Keep messages longer than the standard retention period.' WHERE "id" = 'MessageArchive';
