CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"uses" jsonb NOT NULL,
	"use_count" integer NOT NULL,
	"kinds" text[] NOT NULL,
	"valid_from" timestamp with time zone,
	"valid_to" timestamp with time zone,
	"subject" text,
	"issuer" text,
	"problem" text,
	"problem_code" text,
	"checked_at" timestamp with time zone,
	"mailed_for" timestamp with time zone,
	CONSTRAINT "certificates_host" UNIQUE("host","port")
);
