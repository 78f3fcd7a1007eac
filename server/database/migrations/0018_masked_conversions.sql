-- Conversions of documents that were made before social security numbers were masked in all of them (C-CDA to C-CDA, more labels and forms):
-- each is made again when it is requested. A message that is still to be sent keeps it.
CREATE TEMPORARY TABLE unmasked_conversions ON COMMIT DROP AS
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
UPDATE conversions c SET status = 'Pending', content_id = NULL FROM unmasked_conversions o WHERE o.id = c.id;
--> statement-breakpoint
DELETE FROM document_contents d
USING (SELECT DISTINCT content_id FROM unmasked_conversions) o
WHERE d.id = o.content_id
  AND NOT EXISTS (SELECT FROM mail_attachments a WHERE a.content_id = d.id)
  AND NOT EXISTS (SELECT FROM conversions c WHERE c.content_id = d.id);
