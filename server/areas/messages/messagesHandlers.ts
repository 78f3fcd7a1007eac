import type { messages } from '../../../shared/contract/messages.ts';
import { normaliseAddress } from '../../../shared/rules/directAddress.ts';
import { inTransaction } from '../../database/transaction.ts';
import { acceptOutgoing } from '../../exchange/acceptOutgoing.ts';
import { grantContent } from '../../exchange/contentAccess.ts';
import { findAddress } from '../../exchange/directAddress.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { readMessage } from './messagesStore.ts';
import { sendCopy } from './sendCopy.ts';

const what = 'subject, text, attachments and patients';

/** Messages with their content, and what operators send (spec 1 section 2). */
export const messagesHandlers = (services: Services): Handlers<typeof messages> => ({
  get: ({ params: { id } }, context) =>
    inTransaction(services.database, async (tx) => {
      await grantContent(tx, context, { mailMessageId: id, action: 'messages.get', what });
      const found = await readMessage(tx, id);
      if (!found) throw new ApiProblem('E-NOT-FOUND');
      return found;
    }),

  send: async ({ body, files }, context) => {
    const { from, to, subject, body: text, attachmentsAs = 'Original' } = body;
    const sender = normaliseAddress(from);
    const owner = await findAddress(services.database.db, sender);
    if (!owner?.isUsable) throw unknownSender();
    const attachments = files.map(({ name, bytes }) => ({ name, bytes: asBuffer(bytes) }));
    for (const { name, bytes } of attachments) {
      const { isRefused, problem } = await services.documents.identify(bytes, name);
      if (isRefused) throw refusedFile(name, problem ?? 'The file cannot be read.');
    }
    const { organizationId } = owner;
    const letter = { sender, recipients: to, subject, body: text ?? '', attachments, attachmentsAs };
    return toResponse(
      await acceptOutgoing(services, { ...letter, organizationId, channel: 'Direct', origin: 'Operator' }, context),
    );
  },

  sendCopy: async ({ params, body }, context) => toResponse(await sendCopy(services, { ...body, ...params }, context)),
});

const unknownSender = () =>
  new ApiProblem('E-SENDER-UNKNOWN', {
    modelState: { from: ['is not an enabled direct address of an activated organization'] },
  });

const takenKinds =
  'What a file holds has to be what the ending of its name says: PDF, TIFF, PNG, JPEG, GIF, XML, HL7, JSON or text.';

function refusedFile(name: string, problem: string): ApiProblem {
  const message = `${name} cannot be sent. ${problem} ${takenKinds}`;
  return new ApiProblem('E-FILE-TYPE', { message, modelState: { file: [`${name}: ${problem}`] } });
}

/** The same bytes: a copy of the largest message would be 20 MB. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const toResponse = ({ mailMessageId, workflowId, hispMessageId }: Awaited<ReturnType<typeof acceptOutgoing>>) => ({
  mailMessageId,
  workflowId,
  hispMessageId,
});
