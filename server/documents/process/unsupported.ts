import { DocumentError } from '../documents.ts';

/** What a conversion answers that there is none for. */
export const unsupported = () => new DocumentError('unsupported', 'A document of this kind has no such form.');
