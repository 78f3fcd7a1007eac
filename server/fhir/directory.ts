import type { ResponderType } from '../../shared/rules/carequality.ts';

/** An organization as the FHIR directory describes it, in our words. Null: the directory says nothing about it. */
export interface DirectoryOrganization {
  readonly displayName: string;
  readonly legalName: string | null;
  readonly otherNames: readonly string[];
  readonly homeCommunityId: string | null;
  readonly parentOrgId: string | null;
  /** False where the directory names a parent whose OID cannot be found out. */
  readonly parentIsKnown: boolean;
  readonly purposeOfUseCodes: readonly string[];
  readonly responderType: ResponderType | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly country: string | null;
  readonly isActive: boolean;
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
