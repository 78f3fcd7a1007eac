ALTER TABLE "document_sources" ADD COLUMN "organization_sort" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE document_sources s SET organization_sort = o.name_sort FROM organizations o WHERE o.id = s.organization_id;--> statement-breakpoint
ALTER TABLE "document_sources" ADD COLUMN "search_text" text GENERATED ALWAYS AS (address || chr(31) || lower(display_name) || chr(31) || organization_sort) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "document_sources_search" ON "document_sources" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
-- `for share` waits for a rename of the organization that is under way; one that starts later waits for the source and then sees it.
CREATE FUNCTION organization_sort_of_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT name_sort INTO NEW.organization_sort FROM organizations WHERE id = NEW.organization_id FOR SHARE;
  NEW.organization_sort := coalesce(NEW.organization_sort, '');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER document_sources_organization_sort BEFORE INSERT ON document_sources
FOR EACH ROW EXECUTE FUNCTION organization_sort_of_source();
--> statement-breakpoint
CREATE FUNCTION source_sort_of_renamed_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE document_sources SET organization_sort = NEW.name_sort WHERE organization_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER organizations_source_sort AFTER UPDATE OF name ON organizations
FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION source_sort_of_renamed_organization();
