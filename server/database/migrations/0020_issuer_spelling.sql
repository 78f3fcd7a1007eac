-- Issuers of links as normalizeIssuer (server/identity/links/identityLinks.ts) writes them. Of two links that were different by their spelling
-- alone the one that tokens matched stays, otherwise the newest.
CREATE FUNCTION pg_temp.normalize_issuer(issuer text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(lower(substring(issuer FROM '^[a-zA-Z]+://[^/]*')), '^(https://.*):443$|^(http://.*):80$', '\1\2')
    || coalesce(substring(issuer FROM '^[a-zA-Z]+://[^/]*(/.*)$'), '')
$$;
--> statement-breakpoint
DELETE FROM identity_links WHERE id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY pg_temp.normalize_issuer(issuer), subject
      ORDER BY issuer = pg_temp.normalize_issuer(issuer) DESC, created_at DESC, id DESC) AS rank
    FROM identity_links WHERE issuer ~ '^[a-zA-Z]+://') links
  WHERE rank > 1);
--> statement-breakpoint
UPDATE identity_links SET issuer = pg_temp.normalize_issuer(issuer)
WHERE issuer ~ '^[a-zA-Z]+://' AND issuer <> pg_temp.normalize_issuer(issuer);
--> statement-breakpoint
DROP FUNCTION pg_temp.normalize_issuer(text);
