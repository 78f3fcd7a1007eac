CREATE TABLE "installation" (
	"id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- A database of an earlier release is of the demo where its accounts are, else of production; an empty one is decided by its first start.
INSERT INTO "installation" ("id", "kind")
SELECT 1, CASE WHEN bool_or("is_demo") THEN 'demo' ELSE 'production' END FROM "users" HAVING count(*) > 0;
