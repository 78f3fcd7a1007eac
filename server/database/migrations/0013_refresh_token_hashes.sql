-- Refresh tokens are stored as hashes (server/identity/oidcAdapter.ts); those in use stay valid.
UPDATE "oidc_payloads" SET "id" = encode(sha256(convert_to("id", 'UTF8')), 'hex'), "payload" = "payload" - 'jti' WHERE "model" = 'RefreshToken';
