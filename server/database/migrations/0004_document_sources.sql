INSERT INTO "document_source_providers" ("id", "name", "type") VALUES
  ('01a10000-0000-7000-8000-000000000001', 'carepost Direct', 'DirectMessaging'),
  ('01a10000-0000-7000-8000-000000000002', 'EMR Direct', 'DirectMessaging'),
  ('01a10000-0000-7000-8000-000000000003', 'MedAllies', 'DirectMessaging'),
  ('01a10000-0000-7000-8000-000000000011', 'eFax', 'Fax'),
  ('01a10000-0000-7000-8000-000000000012', 'WestFax', 'Fax');--> statement-breakpoint
INSERT INTO "features" ("id", "name", "description", "is_enabled", "is_organization_feature") VALUES
  ('IntakeCdaViewer', 'CDA Explorer', 'Read structured documents section by section in intake.', true, true),
  ('PatientExtractionAPI', 'Patient extraction', 'Fill in patient details from the selected attachment.', true, true),
  ('OptimizedIntake', 'Optimized intake', 'Read the intake list by its faster call.', true, true),
  ('Fax', 'Fax', 'Send and receive faxes.', true, true),
  ('Release', 'Release', 'Send documents to other organizations.', true, true),
  ('Triage', 'Triage', 'Sort received documents before they are processed.', true, true),
  ('Webhooks', 'Webhooks', 'Tell other systems about events.', true, true),
  ('Carequality', 'Carequality', 'Exchange documents through the Carequality network.', true, true),
  ('QHIN', 'TEFCA exchange', 'Exchange documents through a qualified health information network.', true, true),
  ('DirectoryPublishing', 'Directory publishing', 'Publish entries in the national provider address book.', true, true),
  ('WestFaxInterface', 'WestFax interface', 'Administer WestFax accounts.', true, false),
  ('MessageArchive', 'Message archive', 'Keep messages beyond the usual time.', false, true);--> statement-breakpoint
INSERT INTO "document_sources" ("id", "organization_id", "address", "display_name", "is_enabled", "create_date", "provider_id")
  SELECT "id", "organization_id", "address", "display_name", "is_enabled", "create_date", '01a10000-0000-7000-8000-000000000001' FROM "direct_addresses";--> statement-breakpoint
UPDATE "mails" SET "status" = 'Captured';--> statement-breakpoint
DROP TABLE "direct_addresses" CASCADE;