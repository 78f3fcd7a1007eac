import type { TestApp } from '../../support/startApp.ts';

/** A message with a workflow that nobody works on, for what hangs on workflows. Its words hold a canary. */
export async function newWorkflow({ database }: TestApp) {
  const { rows } = await database.pool.query<{
    workflowId: string;
    organizationId: string;
    organizationName: string;
    mailMessageId: string;
  }>(
    `with o as (select id, name from organizations order by org_id limit 1),
     m as (insert into mail_messages (organization_id, type, channel, sender, mail_to, origin, status, workflow_id, hisp_message_id)
       select id, 1, 'Direct', 'a@side.example', 'b@here.example', 'SMTP', 1, gen_random_uuid(), '<x@side.example>' from o
       returning id, workflow_id, organization_id),
     c as (insert into message_contents (mail_message_id, subject, body) select id, 'canary subject', 'canary body' from m),
     w as (insert into workflows (id, type, status, channel, direction, organization_id, mail_message_id, hisp_message_id, correlation_id, command)
       select workflow_id, 'MessageReceiveWorkflow', 'Completed', 'Direct', 'Inbound', organization_id, id, '<x@side.example>', 'c', '{}' from m)
     select m.workflow_id as "workflowId", o.id as "organizationId", o.name as "organizationName", m.id as "mailMessageId" from m, o`,
  );
  const [made] = rows;
  if (!made) throw new Error('The demo data has no organization.');
  return { ...made, mailMessageId: Number(made.mailMessageId) };
}
