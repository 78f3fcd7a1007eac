import { DocumentError } from '../documents.ts';

/** Error of a conversion that does not exist. */
export const unsupported = () => new DocumentError('unsupported', 'A document of this kind has no such form.');
