import { attachmentMediaTypes } from '../../../shared/contract/messageSchemas.ts';
import { maskSsns } from '../../../shared/rules/socialSecurity.ts';
import type { preview } from '../../../shared/contract/preview.ts';
import { inTransaction } from '../../database/transaction.ts';
import { readContent } from '../../documents/attachmentStore.ts';
import { downloadName } from '../../documents/downloadName.ts';
import { grantContent } from '../../exchange/contentAccess.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { findMade } from './previewStore.ts';

export const previewHandlers = ({ database }: Services): Handlers<typeof preview> => ({
  document: ({ params: { cacheId } }, context) =>
    inTransaction(database, async (tx) => {
      const made = await findMade(tx, cacheId);
      if (!made) throw new ApiProblem('E-NOT-FOUND');
      const { mailMessageId, attachmentId, kind, name, mimeType } = made;
      const what = `attachment ${attachmentId} as ${kind}`;
      await grantContent(tx, context, { mailMessageId, action: 'preview.document', what });
      const bytes = await readContent(tx, cacheId);
      if (!bytes) throw new ApiProblem('E-NOT-FOUND');
      const mediaType = attachmentMediaTypes.find((known) => known === mimeType) ?? 'application/octet-stream';
      return { name: downloadName(maskSsns(name)), mediaType, bytes };
    }),
});
