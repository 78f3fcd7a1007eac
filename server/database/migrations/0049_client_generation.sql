-- Tokens of a machine client end when it is disabled or gets another key, secret or role; each of these is a new generation.
ALTER TABLE "oidc_clients" ADD COLUMN "generation" integer DEFAULT 1 NOT NULL;
