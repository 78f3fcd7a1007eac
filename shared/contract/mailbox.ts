import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { pageNumber, pageOf, pageSize } from './paging.ts';

/** `Captured` where no mail server is configured. */
export const mailStatuses = ['Pending', 'Sent', 'Failed', 'Captured'] as const;

export const capturedMail = z.object({
  id,
  createdAt: z.iso.datetime(),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  status: z.enum(mailStatuses),
  attempts: z.int(),
  lastError: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
});
export type CapturedMail = z.output<typeof capturedMail>;

/** The mailbox of the demo: mail that would leave the platform, readable without a mail server. */
export const mailbox = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/mailbox',
    summary: 'Mail of the platform, newest first; only with demo data',
    access: ['SysAdmin'],
    audited: true,
    query: z.strictObject({ pageNumber, pageSize }),
    response: { kind: 'json', schema: pageOf(capturedMail) },
    errors: [],
    beyondSpec: 'A demo has no mail server; its user must be able to read the activation e-mail.',
  }),
};
