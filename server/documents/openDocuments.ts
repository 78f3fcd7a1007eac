import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Documents } from './documents.ts';
import { identify } from './identify/identify.ts';
import { type DocumentLimits, openProcesses } from './process/processes.ts';

/** The documents of a server; the processes that read them end with it. */
export function openDocuments(app: FastifyInstance, config: Pick<Config, 'exchange'>): Documents {
  const documents = createDocuments(config.exchange.documents);
  app.addHook('onClose', () => documents.close());
  return documents;
}

/** Reading and converting within limits. A process starts with the first document and stays. */
export function createDocuments(limits: DocumentLimits): Documents {
  const processes = openProcesses(limits);
  return {
    identify,
    extract: (bytes, { kind, mimeType }) => processes.extract(bytes, { kind, mimeType }),
    convert: (bytes, { kind, mimeType }, to, details) => processes.convert(bytes, { kind, mimeType }, to, details),
    threads: processes.state,
    close: processes.close,
  };
}
