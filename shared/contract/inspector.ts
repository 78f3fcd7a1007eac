import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { messageParams, workflowDetail, workflowType } from './exchangeSchemas.ts';
import { id, idParams } from './ids.ts';
import { noNul, noNulText, version } from './texts.ts';

const access = ['SysAdmin'] as const;
const odataOwn =
  'OData clients read $metadata first, ask for single entities by key, for the attachments as a set of their own and for a bare $count.';

const expression = (max: number) => z.string().max(max).regex(noNul, noNulText).optional();

/** System query options of OData, V3 and V4 forms. Values are checked by the OData parser, which answers 400 with the place. */
export const odataOptions = z.strictObject({
  $filter: expression(4000),
  $orderby: expression(500),
  $top: expression(20),
  $skip: expression(20),
  $select: expression(1000),
  $expand: expression(500),
  $search: expression(200),
  /** V4: true. V3: allpages or none. */
  $count: expression(10),
  $inlinecount: expression(10),
  $format: expression(100),
});
export type ODataOptions = z.output<typeof odataOptions>;

/** A set as OData responds with it: entities as $select leaves them, and the exact count in both spellings where it was requested. */
const entities = z.object({
  '@odata.context': z.string(),
  '@odata.count': z.int().optional(),
  'odata.count': z.string().optional(),
  value: z.array(z.record(z.string(), z.unknown())),
});
const entity = z.record(z.string(), z.unknown());

/** Senders and recipients are persons; names and events of files tell about patients. */
const audited = true;

const set = (path: string, summary: string) =>
  ({
    method: 'GET',
    path,
    summary,
    access,
    query: odataOptions,
    response: { kind: 'json', schema: entities },
    errors: ['E-ODATA'],
  }) as const;
const one = (path: string, summary: string) =>
  ({
    method: 'GET',
    path,
    summary,
    access,
    params: messageParams,
    query: odataOptions,
    response: { kind: 'json', schema: entity },
    errors: ['E-ODATA', 'E-NOT-FOUND'],
    beyondSpec: odataOwn,
  }) as const;

const count = (path: string, summary: string) =>
  ({
    method: 'GET',
    path,
    summary,
    access,
    query: odataOptions,
    response: { kind: 'number' },
    errors: ['E-ODATA'],
    beyondSpec: odataOwn,
  }) as const;

/** Message inspector (spec 1 sections 2 and 7): OData sets, and the workflow of a message. */
export const inspector = {
  metadata: endpoint({
    method: 'GET',
    path: '/odata/$metadata',
    summary: 'The sets, their properties and navigations as CSDL (XML)',
    access,
    response: { kind: 'xml' },
    errors: [],
    beyondSpec: odataOwn,
  }),
  eventMessages: endpoint({ ...set('/odata/eventmessages', 'Events of messages'), audited }),
  mailMessages: endpoint({ ...set('/odata/mailmessages', 'Messages, without their content'), audited }),
  mailMessage: endpoint({ ...one('/odata/mailmessages({id})', 'One message'), audited }),
  messageAttachments: endpoint({
    ...set('/odata/mailmessages({id})/MailAttachments', 'Attachments of a message'),
    audited,
    params: messageParams,
    errors: ['E-ODATA', 'E-NOT-FOUND'],
  }),
  messageEvents: endpoint({
    ...set('/odata/mailmessages({id})/EventMessages', 'Events of a message'),
    audited,
    params: messageParams,
    errors: ['E-ODATA', 'E-NOT-FOUND'],
    beyondSpec: odataOwn,
  }),
  mailAttachments: endpoint({
    ...set('/odata/mailattachments', 'Attachments of all messages'),
    audited,
    beyondSpec: odataOwn,
  }),
  mailAttachment: endpoint({ ...one('/odata/mailattachments({id})', 'One attachment'), audited }),
  eventMessage: endpoint({ ...one('/odata/eventmessages({id})', 'One event'), audited }),
  conversionPerformance: endpoint(set('/odata/conversionperformance', 'Conversions of attachments')),
  conversion: endpoint(one('/odata/conversionperformance({id})', 'One conversion')),
  eventMessagesCount: endpoint(count('/odata/eventmessages/$count', 'How many events there are')),
  mailMessagesCount: endpoint(count('/odata/mailmessages/$count', 'How many messages there are')),
  messageAttachmentsCount: endpoint({
    ...count('/odata/mailmessages({id})/MailAttachments/$count', 'How many attachments a message has'),
    params: messageParams,
    errors: ['E-ODATA', 'E-NOT-FOUND'],
  }),
  messageEventsCount: endpoint({
    ...count('/odata/mailmessages({id})/EventMessages/$count', 'How many events a message has'),
    params: messageParams,
    errors: ['E-ODATA', 'E-NOT-FOUND'],
  }),
  mailAttachmentsCount: endpoint(count('/odata/mailattachments/$count', 'How many attachments there are')),
  conversionPerformanceCount: endpoint(count('/odata/conversionperformance/$count', 'How many conversions there are')),
  workflow: endpoint({
    method: 'GET',
    path: '/api/workflows/{id}',
    summary: 'A workflow with steps, attempts, notifications, deliveries and lineage',
    access,
    params: idParams,
    query: z.strictObject({ type: workflowType.optional() }),
    response: { kind: 'json', schema: workflowDetail },
    errors: ['E-NOT-FOUND'],
  }),
  retryStep: endpoint({
    method: 'PUT',
    path: '/api/workflows/{id}',
    summary: 'Retry a step that is not Completed: its status becomes Retry and the workflow goes on from it',
    access,
    params: idParams,
    body: z.strictObject({
      id: id.optional(),
      type: workflowType,
      retryStep: z.string().min(1).max(100).regex(noNul, noNulText),
      /** The caller knows that the message may already have been delivered (duplicate-delivery guard). */
      allowDuplicate: z.boolean().optional(),
      version,
    }),
    response: { kind: 'json', schema: workflowDetail },
    errors: [
      'E-NOT-FOUND',
      'E-STEP-UNKNOWN',
      'E-STEP-COMPLETED',
      'E-STEP-RUNNING',
      'E-STEP-NOT-REACHED',
      'E-MAY-DUPLICATE',
      'E-VERSION-CONFLICT',
      'E-PRECONDITION-FAILED',
    ],
  }),
};
