import { themeFor } from '../../../admin/layout/theme.ts';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { BasenameContextProvider, Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { FailureGroups } from '../../../admin/inspector/FailureGroups.tsx';
import { MessageList } from '../../../admin/inspector/MessageList.tsx';
import { MessageShow } from '../../../admin/inspector/MessageShow.tsx';
import { RetryPages } from '../../../admin/inspector/RetryPages.tsx';
import type { MessageRow } from '../../../admin/inspector/messageColumns.tsx';
import type { TaskStore } from '../../../admin/tasks/taskStore.ts';
import type { WorkflowDetail, WorkflowStep } from '../../../shared/contract/exchangeSchemas.ts';
import type { MessageRecord } from '../../../shared/contract/messageSchemas.ts';
import { metadataXml } from '../../../server/odata/metadata.ts';
import type { Responses } from '../../support/contractApi.ts';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

export const workflowId = '0191c2a0-0000-7000-8000-0000000000a1';
const organizationId = '0191c2a0-0000-7000-8000-0000000000b1';

export const message = (fields: Partial<MessageRow> = {}): MessageRow => ({
  id: 100_001,
  TenantId: organizationId,
  OrganizationName: 'Aspen Clinic',
  Sender: 'records@aspen.direct.example',
  MailTo: 'intake@birch.direct.example',
  Origin: 'API',
  Channel: 'Direct',
  WorkflowId: workflowId,
  WorkflowType: 'MessageSendWorkflow',
  Status: 12,
  IsDraft: false,
  CreatedDate: '2026-11-20T10:00:00.000Z',
  SystemReceivedDate: null,
  Type: 2,
  HispMessageId: '<1@aspen.direct.example>',
  Size: 2048,
  AttachmentCount: 1,
  ...fields,
});

export const step = (fields: Partial<WorkflowStep> = {}): WorkflowStep => ({
  stepName: 'Validate',
  status: 'Completed',
  startTime: '2026-11-20T10:00:00.000Z',
  endTime: '2026-11-20T10:00:01.000Z',
  elapsed: 1000,
  meta: {},
  attempts: 1,
  nextAttemptAt: null,
  errorCode: null,
  error: null,
  history: [],
  ...fields,
});

const attempt = (number: number, second: number) => ({
  attempt: number,
  startTime: `2026-11-20T10:00:0${second}.000Z`,
  endTime: `2026-11-20T10:00:0${second + 1}.000Z`,
  status: 'Failed',
  error: 'The mail relay could not be reached or asked to come back later.',
});

export const failedWorkflow = (fields: Partial<WorkflowDetail> = {}): WorkflowDetail => ({
  id: workflowId,
  type: 'MessageSendWorkflow',
  status: 'Failed',
  channel: 'Direct',
  direction: 'Outbound',
  organizationId,
  organizationName: 'Aspen Clinic',
  mailMessageId: 100_001,
  hispMessageId: '<1@aspen.direct.example>',
  createdTime: '2026-11-20T10:00:00.000Z',
  completedTime: null,
  command: { name: 'SendMessage', attachmentsAs: 'Original' },
  correlationId: 'c-1',
  steps: [
    step(),
    step({
      stepName: 'Deliver',
      status: 'Failed',
      startTime: '2026-11-20T10:00:05.000Z',
      endTime: '2026-11-20T10:00:06.000Z',
      attempts: 2,
      errorCode: 'relay-unavailable',
      error: 'The mail relay could not be reached or asked to come back later.',
      history: [attempt(1, 1)],
    }),
    step({ stepName: 'Notify', status: 'Pending', startTime: null, endTime: null, elapsed: null, attempts: 0 }),
  ],
  notifications: [
    {
      id: '0191c2a0-0000-7000-8000-0000000000c1',
      type: 20,
      target: 'https://hooks.aspen.example',
      status: 3,
      createdAt: '2026-11-20T10:00:02.000Z',
      completedAt: '2026-11-20T10:00:03.000Z',
      duration: 340,
      attemptCount: 2,
      messages: ['x'.repeat(300)],
    },
  ],
  deliveries: [],
  related: [],
  retries: [],
  version: 4,
  ...fields,
});

export const record = (): MessageRecord => ({
  id: 100_001,
  isDraft: false,
  type: 2,
  status: 12,
  channel: 'Direct',
  direction: 'Outbound',
  organizationId,
  organizationName: 'Aspen Clinic',
  fromAddress: 'records@aspen.direct.example',
  toAddress: ['intake@birch.direct.example'],
  origin: 'API',
  subject: 'Discharge of a made-up person',
  body: 'Please see the enclosed document.',
  hispMessageId: '<1@aspen.direct.example>',
  createdDate: '2026-11-20T10:00:00.000Z',
  systemReceivedDate: null,
  workflowId,
  attachments: [
    {
      id: 500_001,
      fileName: 'discharge-of-somebody.xml',
      mimeType: 'application/xml',
      sizeInBytes: 2048,
      isPreviewAvailable: true,
      previewStatus: 'Available',
      pageCount: null,
      hasPdfContent: false,
      hasCDAContent: true,
      hasHl7Content: false,
      documentType: 'Discharge Summary',
      documentDate: '2026-11-19',
      patient: null,
      problem: null,
      conversions: [],
    },
  ],
});

export const attachmentRow = {
  id: 500_001,
  MailAttachmentId: 500_001,
  Name: 'document-1.xml',
  Size: 2048,
  MimeType: 'application/xml',
  PreviewAvailable: true,
  PreviewStatus: 'Available',
  PageCount: null,
  HasPdfContent: false,
  HasCDAContent: true,
  HasHl7Content: false,
  Problem: null,
};

/** A set as the API sends it: its records have their key under another name than `id`. */
export const setOf = (key: string, rows: readonly { readonly id?: number }[], count = rows.length) => ({
  '@odata.count': count,
  value: rows.map(({ id, ...row }) => ({ [key]: id, ...row })),
});
export const messageSet = (rows: readonly MessageRow[], count?: number) => setOf('MailMessageId', rows, count);

interface Visit {
  at?: string;
  responses: Responses;
  tasks?: TaskStore;
}

const theme = createTheme(themeFor('light', '#0b5f73'));

/** The inspector as a platform administrator opens it. */
export const openInspector = ({ at = '/admin/messages', responses, tasks }: Visit) =>
  renderFor({
    profile: user(),
    at,
    routes: {
      '/admin/messages/*': (
        <ThemeProvider theme={theme}>
          <BasenameContextProvider basename="/admin">
            <Resource name="messages" list={MessageList} edit={MessageShow}>
              <Route path="failures" element={<FailureGroups />} />
              <Route path="retries/*" element={<RetryPages />} />
            </Resource>
          </BasenameContextProvider>
        </ThemeProvider>
      ),
    },
    responses: { 'inspector.metadata': metadataXml(), 'inspector.workflow': failedWorkflow(), ...responses },
    ...(tasks && { tasks }),
  });
