import { newId } from '../../../server/database/newId.ts';
import type { Database } from '../../../server/database/openDatabase.ts';

export interface MessageRow {
  readonly sender?: string;
  readonly mailTo?: string;
  readonly channel?: string;
  readonly type?: number;
  readonly status?: number;
  readonly isDraft?: boolean;
  readonly createdDate?: string;
  readonly systemReceivedDate?: string | null;
  readonly hispMessageId?: string;
  readonly size?: number;
  readonly organizationId?: string;
  readonly subject?: string;
}

type Db = Pick<Database, 'pool'>;

export const anyOrganization = async ({ pool }: Db): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>('select id from organizations order by id limit 1');
  return rows[0]?.id ?? '';
};

/** Writes messages as they stand in the table, in their order; gives back their numbers. */
export async function addMessages({ pool }: Db, messages: readonly MessageRow[]): Promise<number[]> {
  const organization = await anyOrganization({ pool });
  const ids: number[] = [];
  for (const row of messages) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into mail_messages (organization_id, type, channel, sender, mail_to, origin, status, is_draft, created_date,
         system_received_date, workflow_id, hisp_message_id, size)
       values ($1, $2, $3, $4, $5, 'Test', $6, $7, $8, $9, $10, $11, $12) returning id`,
      [
        row.organizationId ?? organization,
        row.type ?? 1,
        row.channel ?? 'Direct',
        row.sender ?? 'ann@direct.partner.example',
        row.mailTo ?? 'records@clinic.direct.example',
        row.status ?? 9,
        row.isDraft ?? false,
        row.createdDate ?? '2026-08-21T06:00:00Z',
        row.systemReceivedDate ?? null,
        newId(),
        row.hispMessageId ?? `<${newId()}@partner.example>`,
        row.size ?? 1000,
      ],
    );
    const id = Number(rows[0]?.id);
    ids.push(id);
    await pool.query('insert into message_contents (mail_message_id, subject, body) values ($1, $2, $3)', [
      id,
      row.subject ?? 'Subject',
      'Body',
    ]);
  }
  return ids;
}

/** An attachment with one conversion; gives back its number. */
export async function addAttachment(
  { pool }: Db,
  mailMessageId: number,
  name: string,
  mimeType: string,
): Promise<number> {
  const content = newId();
  await pool.query(`insert into document_contents (id, bytes, size, sha256) values ($1, '\\x00', 1, $2)`, [
    content,
    content,
  ]);
  const { rows } = await pool.query<{ id: string }>(
    `insert into mail_attachments (mail_message_id, name, mime_type, size, content_id, preview_status, has_cda_content)
     values ($1, $2, $3, 1, $4, 'Available', true) returning id`,
    [mailMessageId, name, mimeType, content],
  );
  const id = Number(rows[0]?.id);
  await pool.query(
    `insert into conversions (mail_attachment_id, kind, status, mime_type, document_name, document_extension, document_size,
       process_time, system_name) values ($1, 'PDF', 'Completed', 'application/pdf', $2, 'pdf', 10, 12, 'carepost-pdf')`,
    [id, `${name}.pdf`],
  );
  await pool.query(
    `insert into event_messages (mail_message_id, mail_attachment_id, origin, event_type, note) values ($1, $2, 'Test', 'Received', 'note')`,
    [mailMessageId, id],
  );
  return id;
}
