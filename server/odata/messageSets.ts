import type { EntitySet } from './entitySet.ts';

/** Facts about messages. Subject, text and what is known of patients are not among them: they are read one by one, with a reason. */
export const mailMessages: EntitySet = {
  entity: 'MailMessage',
  table: 'mail_messages',
  key: 'MailMessageId',
  defaultTop: 20,
  properties: {
    MailMessageId: { type: 'Int64', column: 't.id' },
    TenantId: { type: 'Guid', column: 't.organization_id' },
    OrganizationName: { type: 'String', column: 'o.name', ofOrganization: true },
    Sender: { type: 'String', column: 't.sender' },
    MailTo: { type: 'String', column: 't.mail_to' },
    Origin: { type: 'String', column: 't.origin' },
    Channel: { type: 'String', column: 't.channel' },
    WorkflowId: { type: 'Guid', column: 't.workflow_id' },
    WorkflowType: {
      type: 'String',
      column: `(case when t.type = 2 then 'MessageSendWorkflow' else 'MessageReceiveWorkflow' end)`,
    },
    Status: { type: 'Int32', column: 't.status' },
    IsDraft: { type: 'Boolean', column: 't.is_draft' },
    CreatedDate: { type: 'DateTimeOffset', column: 't.created_date' },
    SystemReceivedDate: { type: 'DateTimeOffset', column: 't.system_received_date', isNullable: true },
    Type: { type: 'Int32', column: 't.type' },
    HispMessageId: { type: 'String', column: 't.hisp_message_id' },
    Size: { type: 'Int32', column: 't.size' },
    AttachmentCount: { type: 'Int32', column: 't.attachment_count' },
  },
  navigations: {
    MailAttachments: { target: 'mailattachments', foreignColumn: 't.mail_message_id' },
    EventMessages: { target: 'eventmessages', foreignColumn: 't.mail_message_id' },
  },
  search: { contains: ['lower(t.sender)', 'lower(t.mail_to)'], messageIds: ['t.hisp_message_id'] },
};

export const eventMessages: EntitySet = {
  entity: 'EventMessage',
  table: 'event_messages',
  key: 'EventMessageId',
  defaultTop: 1000,
  properties: {
    EventMessageId: { type: 'Int64', column: 't.id' },
    MailMessageId: { type: 'Int64', column: 't.mail_message_id' },
    MailAttachmentId: { type: 'Int64', column: 't.mail_attachment_id', isNullable: true },
    Origin: { type: 'String', column: 't.origin' },
    EventType: { type: 'String', column: 't.event_type' },
    Note: { type: 'String', column: 't.note', isNullable: true },
    CreatedDate: { type: 'DateTimeOffset', column: 't.created_date' },
    SystemReceivedDate: { type: 'DateTimeOffset', column: 't.system_received_date', isNullable: true },
  },
  navigations: {},
  search: { contains: ['lower(t.event_type)', 'lower(t.note)'], messageIds: [] },
};
