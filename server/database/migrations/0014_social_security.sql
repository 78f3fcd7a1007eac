-- Social security numbers leave the patient ids of stored messages; only their last four digits are kept, masked.
UPDATE mail_attachments
SET patient = '{"socialSecurityNumbers": [], "streetAddress2": null}'::jsonb || patient
WHERE patient IS NOT NULL;
--> statement-breakpoint
UPDATE mail_attachments a
SET patient = a.patient || s.facts
FROM (
  SELECT t.id, jsonb_build_object(
      'patientIds', coalesce(jsonb_agg(i.entry ORDER BY i.ordinal) FILTER (WHERE NOT f.is_ssn), '[]'::jsonb),
      'socialSecurityNumbers', coalesce(
        jsonb_agg(DISTINCT '***-**-' || right(g.digits, 4)) FILTER (WHERE f.is_ssn AND length(g.digits) = 9), '[]'::jsonb)
    ) AS facts
  FROM mail_attachments t
  JOIN document_contents d ON d.id = t.content_id
  CROSS JOIN LATERAL jsonb_array_elements(t.patient -> 'patientIds') WITH ORDINALITY AS i (entry, ordinal)
  CROSS JOIN LATERAL (SELECT regexp_replace(i.entry ->> 'id', '\D', '', 'g') AS digits) g
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN i.entry ->> 'root' ~ '^(urn:oid:)?2\.16\.840\.1\.113883\.4\.1$' THEN true
      -- An HL7 message names the type of an identifier (SS), which was not stored.
      WHEN t.has_hl7_content AND length(g.digits) = 9 AND i.entry ->> 'id' ~ '^[A-Z]{0,4}[0-9 -]+$'
        THEN encode(d.bytes, 'escape') ~ ('[|~]' || (i.entry ->> 'id') || '\^[^|~^]*\^[^|~^]*\^[^|~^]*\^SS')
      ELSE false
    END AS is_ssn) f
  WHERE jsonb_typeof(t.patient -> 'patientIds') = 'array'
  GROUP BY t.id
  HAVING bool_or(f.is_ssn)
) s
WHERE s.id = a.id;
--> statement-breakpoint
-- What was made of texts before may show the numbers: it is made again when it is requested. A message that is still to be sent keeps it.
CREATE TEMPORARY TABLE outdated_conversions ON COMMIT DROP AS
SELECT c.id, c.content_id
FROM conversions c
JOIN mail_attachments a ON a.id = c.mail_attachment_id
WHERE c.content_id IS NOT NULL AND c.kind IN ('PDF', 'CDA', 'Text')
  AND NOT (a.mime_type = 'application/pdf' AND c.kind = 'PDF')
  AND a.mime_type NOT LIKE 'image/%'
  AND NOT EXISTS (
    SELECT FROM workflows w
    WHERE w.mail_message_id = a.mail_message_id AND w.type = 'MessageSendWorkflow'
      AND w.status NOT IN ('Completed', 'Canceled') AND w.command ->> 'attachmentsAs' = c.kind);
--> statement-breakpoint
UPDATE conversions c SET status = 'Pending', content_id = NULL FROM outdated_conversions o WHERE o.id = c.id;
--> statement-breakpoint
DELETE FROM document_contents d
USING (SELECT DISTINCT content_id FROM outdated_conversions) o
WHERE d.id = o.content_id
  AND NOT EXISTS (SELECT FROM mail_attachments a WHERE a.content_id = d.id)
  AND NOT EXISTS (SELECT FROM conversions c WHERE c.content_id = d.id);
