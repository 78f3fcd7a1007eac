import type { StepError } from '../../shared/rules/exchange.ts';
import { DocumentError, type DocumentFault } from '../documents/documents.ts';

const errorOf: Readonly<Record<DocumentFault, StepError>> = {
  timeout: 'processing-timeout',
  memory: 'processing-memory',
  unreadable: 'attachment-unreadable',
  unsupported: 'attachment-refused',
};

/** Why a document could not be worked on; whatever is not about the document goes on being thrown. */
export function documentFailure(error: unknown): StepError {
  if (!(error instanceof DocumentError)) throw error;
  return errorOf[error.fault];
}
