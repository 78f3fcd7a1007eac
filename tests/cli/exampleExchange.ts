import { randomUUID } from 'node:crypto';
import type { TestServer } from '../support/startApp.ts';

/** What the examples of messages, workflows and health name: messages of the demo data, and what is made of them here. */
export const exampleExchange = (server: TestServer) => {
  const client = server.client('SysAdmin');
  const { pool } = server.database;
  const one = async <T extends object>(text: string, values: readonly unknown[] = []): Promise<T> => {
    const { rows } = await pool.query<T>(text, [...values]);
    const [row] = rows;
    if (row === undefined) throw new Error(`The demo data has nothing for: ${text}`);
    return row;
  };

  const message = async () => {
    const match = await one<{ message: string; attachment: string }>(
      `select m.id::text as message, a.id::text as attachment from mail_messages m join mail_attachments a on a.mail_message_id = m.id
       where m.type = 1 and a.has_cda_content and a.problem is null order by random() limit 1`,
    );
    return match;
  };

  /** A workflow that failed while it looked for a route; each example gets one that has not been retried yet. */
  const failed = async () => {
    const { id } = await one<{ id: string }>(
      `update workflows set status = 'Failed', failed_step = 'ResolveRoutes', error_code = 'no-route', completed_time = now()
       where id = (select id from workflows where type = 'MessageSendWorkflow' and status = 'Completed' order by random() limit 1)
       returning id`,
    );
    await pool.query(
      `update workflow_steps set status = case step_name when 'ResolveRoutes' then 'Failed' when 'Validate' then 'Completed'
         when 'PrepareAttachments' then 'Completed' else 'Pending' end,
         error_code = case step_name when 'ResolveRoutes' then 'no-route' end
       where workflow_id = $1`,
      [id],
    );
    return id;
  };

  const job = async () => {
    const body = { selection: { workflowIds: [await failed()] }, reason: 'Example', perSecond: 0.1 };
    return (await client.retryjobs.create({ body })).id;
  };
  const jobs: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    'workflows jobs resume': (id) => client.retryjobs.pause({ params: { id } }),
    'workflows jobs retry-failed': (id) =>
      Promise.all([
        pool.query(`update retry_job_items set status = 'Failed', at = now() where job_id = $1`, [id]),
        pool.query(`update retry_jobs set state = 'Completed', finished_at = now() where id = $1`, [id]),
      ]),
  };

  const alert = async () => {
    // At most one unresolved alert for a rule and channel.
    await pool.query(`update system_alerts set state = 'resolved', resolved_at = now() where state <> 'resolved'`);
    const { id } = await one<{ id: string }>(
      `insert into system_alerts (id, rule_id, status, name, link, alert_type, channel, direction, value, threshold)
       select $1, r.id, 'Warn', 'Example', '/admin/dashboard/messaging/workflows', r.alert_type, 'Direct', 'Inbound', 1, 1
       from alert_rules r limit 1 returning id`,
      [randomUUID()],
    );
    return id;
  };

  const addresses = async () => {
    const { rows } = await pool.query<{ address: string }>(
      `select s.address from document_sources s join organizations o on o.id = s.organization_id
       where s.type = 'DirectMessaging' and s.is_enabled and s.status = 1 and o.is_activated and o.is_enabled
         and o.direct_is_enabled and o.cancel_at is null order by random() limit 2`,
    );
    return { sender: rows[0]?.address ?? '', recipient: rows[1]?.address ?? '' };
  };

  return async (path: string): Promise<Readonly<Record<string, string>>> => {
    if (path === 'messages send') return addresses();
    if (path.startsWith('messages ')) return message();
    if (path.startsWith('workflows jobs ')) {
      const id = await job();
      await jobs[path]?.(id);
      return { job: id };
    }
    if (path.startsWith('workflows ')) return { workflow: await failed() };
    return path.startsWith('health ') ? { alert: await alert() } : {};
  };
};
