import { fileLines } from '../bulk/lineFiles.ts';
import type { Folders } from '../folders.ts';
import { auditFile } from './auditFiles.ts';
import type { AuditLine } from './chain.ts';

/** The lines of the local audit, as they stand; what is no line of it is left out (`audit verify` tells). */
export async function* auditLines(folders: Folders): AsyncGenerator<AuditLine> {
  for await (const text of fileLines(auditFile(folders))) {
    const line = lineIn(text);
    if (line !== undefined) yield line;
  }
}

const lineIn = (text: string): AuditLine | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    const isOurs = typeof value === 'object' && value !== null && 'n' in value && 'who' in value && 'hash' in value;
    return isOurs ? (value as unknown as AuditLine) : undefined;
  } catch {
    return undefined;
  }
};
