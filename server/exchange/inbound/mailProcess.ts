import { answerEach } from '../../processes/answerEach.ts';
import { parseMail } from './parseMail.ts';

/** The process that reads mail, one after the other (mailReader.ts). */
const domain = process.argv[3] ?? '';

answerEach((_question, bytes) => parseMail(bytes, domain));
