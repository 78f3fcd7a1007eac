import type { TestApp } from '../../support/startApp.ts';
import { addAttachment } from '../odata/messageRows.ts';
import { addWorkflow } from '../areas/workflowRows.ts';

type Ids = Record<string, string>[];

/** Messages with what hangs on them, workflows that failed, retry jobs in every state, and an alert. */
export async function messageRecords(running: TestApp): Promise<Record<string, Ids>> {
  const { database } = running;
  const match = async (text: string) => (await database.pool.query<Record<string, string>>(text)).rows;
  const failed = await Promise.all(Array.from({ length: 14 }, () => addWorkflow(database)));
  const [message] = await match(`select mail_message_id::text as id from workflows where id = '${failed[0]}'`);
  await addAttachment(database, Number(message?.['id']), 'random.txt', 'text/plain');
  const messages = await match(
    `select m.id::text as id from mail_messages m join workflows w on w.mail_message_id = m.id order by m.id desc limit 20`,
  );
  const documents = await match(
    `select a.mail_message_id::text as id, a.id::text as "attId" from mail_attachments a
     where a.mime_type in ('application/pdf', 'text/plain') order by a.id limit 20`,
  );
  const [job = '', paused = '', canceled = '', repeated = ''] = await retryJobs(running, failed.slice(4));
  await database.pool.query(
    `insert into system_alerts (id, rule_id, status, name, link, alert_type, channel, value, threshold)
     select ('0199f1a0-0000-7000-8000-00000000000' || row_number() over (order by id))::uuid, id, 'Warn', 'Random alert',
       '/admin/dashboard/messaging/workflows', 'Silence', 'Direct', 90, 60
     from alert_rules order by id limit 4`,
  );
  const alerts = await match('select id from system_alerts order by id');
  return {
    '/odata/mailmessages({id})': messages,
    '/odata/mailmessages({id})/MailAttachments': messages,
    '/odata/mailmessages({id})/EventMessages': messages,
    '/odata/mailmessages({id})/MailAttachments/$count': messages,
    '/odata/mailmessages({id})/EventMessages/$count': messages,
    '/odata/mailattachments({id})': documents.map(({ attId = '' }) => ({ id: attId })),
    '/odata/eventmessages({id})': await match('select id::text from event_messages order by id limit 20'),
    '/odata/conversionperformance({id})': await match('select id::text from conversions order by id limit 20'),
    '/api/workflows/{id}': failed.slice(0, 4).map((id) => ({ id })),
    '/api/messages/{id}': messages,
    '/api/admin/messages/{id}/send': messages,
    '/api/messages/{id}/attachments/{attId}': documents,
    '/api/messages/{id}/attachments/{attId}/patient': documents,
    '/api/messages/{id}/attachments/{attId}/convert': documents,
    '/api/messages/{id}/attachments/{attId}/generatePreview': await match(
      `select mail_message_id::text as id, id::text as "attId" from mail_attachments where mime_type = 'image/tiff' order by id limit 20`,
    ),
    '/api/Preview/Document/{cacheId}': await match(
      'select content_id as "cacheId" from conversions where content_id is not null order by id limit 20',
    ),
    '/api/admin/retryjobs/{id}': [{ id: job }],
    '/api/admin/retryjobs/{id}/items': [{ id: job }],
    '/api/admin/retryjobs/{id}/pause': [{ id: job }],
    '/api/admin/retryjobs/{id}/resume': [{ id: paused }],
    '/api/admin/retryjobs/{id}/cancel': [{ id: canceled }],
    '/api/admin/retryjobs/{id}/retryfailed': [{ id: repeated }],
    '/api/diagnostics/messaging/systemalerts/{id}/acknowledge': alerts.slice(0, 1),
    '/api/diagnostics/messaging/systemalerts/{id}/resolve': alerts.slice(1),
    '/api/diagnostics/messaging/alertrules/{id}': await match('select id from alert_rules order by id limit 1'),
    failedWorkflows: failed.slice(0, 4).map((id) => ({ id })),
    senders: await match(
      `select address as id from document_sources d join organizations o on o.id = d.organization_id
       where d.type = 'DirectMessaging' and d.is_enabled and d.status = 1 and o.is_activated and o.is_enabled and o.direct_is_enabled
         and o.cancel_at is null
       order by address limit 2`,
    ),
  };
}

/** One that runs, one that is paused, one to cancel, and one that is over with a workflow that failed again. */
async function retryJobs(running: TestApp, workflowIds: readonly string[]): Promise<string[]> {
  const { database } = running;
  const { retryjobs } = running.client('SysAdmin');
  const ids: string[] = [];
  for (const workflowId of workflowIds.slice(0, 4)) {
    const body = { selection: { workflowIds: [workflowId] }, reason: 'Random retry' };
    ids.push((await retryjobs.create({ body })).id);
  }
  await retryjobs.pause({ params: { id: ids[1] ?? '' } });
  await database.pool.query(`update retry_job_items set status = 'Failed' where job_id = $1`, [ids[3]]);
  await database.pool.query(`update retry_jobs set state = 'Completed' where id = $1`, [ids[3]]);
  return ids;
}

/** Bodies and queries that are accepted for sure. */
export const messageCalls = (existing: Readonly<Record<string, readonly Record<string, string>[]>>) => {
  const workflowIds = (existing['failedWorkflows'] ?? []).slice(1).map(({ id }) => id);
  const [sender, recipient] = existing['senders'] ?? [];
  const selection = { workflowIds };
  return {
    'GET /odata/mailmessages({id})': { query: {} },
    'GET /odata/mailmessages({id})/MailAttachments': { query: {} },
    'GET /odata/mailmessages({id})/EventMessages': { query: {} },
    'GET /odata/mailmessages({id})/MailAttachments/$count': { query: {} },
    'GET /odata/mailmessages({id})/EventMessages/$count': { query: {} },
    'GET /odata/mailattachments({id})': { query: {} },
    'GET /odata/eventmessages({id})': { query: {} },
    'GET /odata/conversionperformance({id})': { query: {} },
    'PUT /api/messages/{id}/attachments/{attId}/generatePreview': {},
    'PUT /api/workflows/{id}': { body: { type: 'ProcessWorkflow', retryStep: 'Identify' } },
    'POST /api/admin/retryjobs/plan': { body: { selection } },
    'POST /api/admin/retryjobs': { body: { selection, reason: 'Random retry' } },
    'POST /api/admin/retryjobs/{id}/retryfailed': { body: { reason: 'Random retry' } },
    'POST /api/diagnostics/messaging/workflows/_search': { body: {} },
    'PUT /api/diagnostics/messaging/systemalerts/{id}/acknowledge': { body: { note: 'Looking' } },
    'PUT /api/diagnostics/messaging/systemalerts/{id}/resolve': { body: { note: 'Over' } },
    'PUT /api/diagnostics/messaging/alertrules/{id}': { body: { threshold: 7 } },
    'POST /api/admin/messages': { body: { from: sender?.['id'], to: [recipient?.['id']], subject: 'Random' } },
    'POST /api/admin/messages/{id}/send': {
      body: { to: [recipient?.['id']], attachmentsAs: 'Original', reason: 'Random copy' },
    },
    'PUT /api/messages/{id}/attachments/{attId}/convert': { query: { type: 'PDF' } },
  };
};
