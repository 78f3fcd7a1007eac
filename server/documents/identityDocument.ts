import { fileTypeFromBuffer } from 'file-type';
import type { ReceivedFile } from '../../shared/contract/endpoint.ts';
import { idProofMediaTypes, idProofTypes } from '../../shared/rules/user.ts';
import { ApiProblem } from '../http/problem.ts';

/** The type of an identity document by its bytes, whatever its name and the caller say (FI-3). */
export async function identityDocumentType({ bytes }: ReceivedFile): Promise<string> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const mediaType = idProofMediaTypes.find((known) => known === type?.mime);
  if (mediaType) return mediaType;
  const text = `The identity document must be ${idProofTypes}.`;
  throw new ApiProblem('E-FILE-TYPE', { message: text, modelState: { file: [text] } });
}
