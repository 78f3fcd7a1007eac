import { handleRequests } from '../../processes/handleRequests.ts';
import { parseMail } from './parseMail.ts';

/** The process that reads mail, one after the other (mailReader.ts). */
const domain = process.argv[3] ?? '';

handleRequests((_question, bytes) => parseMail(bytes, domain));
