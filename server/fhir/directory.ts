import type { ResponderType } from '../../shared/rules/carequality.ts';
import type { DirectoryListing } from '../../shared/rules/directoryEntry.ts';

/** An organization as the FHIR directory describes it, in our words. */
export interface DirectoryOrganization extends DirectoryListing {
  /** False where the directory names a parent whose OID cannot be found out. */
  readonly parentIsKnown: boolean;
  readonly responderType: ResponderType | null;
}

/** The national directory, asked by OID (without `urn:oid:`). Rejects with FhirFailure. */
export interface FhirDirectory {
  /** Undefined: the directory does not know the OID. */
  find(oid: string, signal: AbortSignal): Promise<DirectoryOrganization | undefined>;
}

interface FailureFacts {
  readonly isOutage?: boolean;
  readonly status?: number;
  readonly cause?: unknown;
}

/** Why the directory could not be read, in words for the person who asked. */
export class FhirFailure extends Error {
  override readonly name = 'FhirFailure';
  /** It did not answer at all, so asking for another OID is of no use either. */
  readonly isOutage: boolean;
  /** HTTP status of an answer that was an error. */
  readonly status: number | undefined;

  constructor(message: string, { isOutage = false, status, cause }: FailureFacts = {}) {
    super(message, { cause });
    this.isOutage = isOutage;
    this.status = status;
  }
}
