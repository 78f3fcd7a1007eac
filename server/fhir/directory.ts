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

/** What a search of the provider directory looks for, as it was typed; an empty text leaves a field out. */
export interface ListingQuery {
  readonly firstName: string;
  readonly lastName: string;
  readonly organizationName: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

export interface ListingQueries {
  readonly providers: ListingQuery | null;
  readonly organizations: ListingQuery | null;
  /** Names that are written nearly alike match, if they begin alike. */
  readonly isSimilar: boolean;
}

/** A provider or an organization of the national directory. */
export interface NationalListing {
  readonly directAddress: string | null;
  /** Of the organization, without `urn:oid:`. */
  readonly oid: string | null;
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly lastName: string | null;
  readonly organizationName: string | null;
  readonly phone: string | null;
  readonly fax: string | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
}

export interface NationalListings {
  readonly providers: readonly NationalListing[];
  readonly organizations: readonly NationalListing[];
}

/** The national directory, searched by name and place and by direct address. Rejects with FhirFailure. */
export interface NationalDirectory {
  /** Up to `max` providers and organizations; without a query for one of them that list is empty. */
  search(
    queries: ListingQueries,
    options: { readonly max: number; readonly signal: AbortSignal },
  ): Promise<NationalListings>;
  /** Whether the directory has the address, and whether the address is in use. */
  findAddress(address: string, signal: AbortSignal): Promise<'active' | 'inactive' | 'unknown'>;
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
