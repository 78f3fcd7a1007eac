import type { DirectoryListing } from '../../../../shared/rules/directoryEntry.ts';
import type { ImportResult } from '../../../../shared/contract/carequality.ts';
import { defaultCountry } from '../../../../shared/rules/states.ts';
import type { DirectoryOrganization } from '../../../fhir/directory.ts';
import { changesOf, type EntryFields, type StoredEntry } from '../entries/entryFields.ts';
import type { Owner } from '../ownerStore.ts';
import type { LookUpResult } from './lookUp.ts';

/** The change for one OID and its result in the response. */
export interface Step {
  readonly result: Omit<ImportResult, 'entryId'>;
  readonly before: StoredEntry | undefined;
  /** Absent where nothing is to be written. */
  readonly write?: { readonly fields: EntryFields; readonly imported: DirectoryListing };
}

interface StepInput {
  readonly oid: string;
  readonly listing: LookUpResult;
  readonly before: StoredEntry | undefined;
  readonly owner: Owner;
}

export function planStep({ oid, listing, before, owner }: StepInput): Step {
  const known = { oid, displayName: before?.fields.displayName ?? null, changes: [] };
  if (listing.kind === 'failed') return { before, result: { ...known, outcome: 'failed', message: listing.reason } };
  if (listing.kind === 'unlisted') {
    const message = before
      ? 'The directory does not list this OID any more. The entry stays as it is.'
      : 'The directory does not list this OID.';
    return { before, result: { ...known, outcome: 'gone', message } };
  }
  const { organization } = listing;
  const fields = fieldsAfter(oid, organization, before?.fields, owner);
  const changes = changesOf(before?.fields, fields);
  const outcome = !before ? 'created' : changes.length > 0 ? 'updated' : 'unchanged';
  return {
    before,
    write: { fields, imported: snapshotOf(organization) },
    result: { oid, outcome, displayName: organization.displayName, message: missingText(fields), changes },
  };
}

/** The directory's values replace ours, hand changes included; what it says nothing about stays. */
function fieldsAfter(
  oid: string,
  said: DirectoryOrganization,
  before: EntryFields | undefined,
  owner: Owner,
): EntryFields {
  return {
    responderType:
      said.responderType ??
      before?.responderType ??
      owner.responderType ??
      (said.parentOrgId === null ? 'DirectResponder' : 'ChildLocation'),
    organizationId: oid,
    homeCommunityId: said.homeCommunityId ?? before?.homeCommunityId ?? null,
    displayName: said.displayName,
    legalName: said.legalName ?? before?.legalName ?? null,
    otherNames: [...said.otherNames],
    parentOrgId: said.parentIsKnown ? said.parentOrgId : (before?.parentOrgId ?? null),
    purposeOfUseCodes: [
      ...(said.purposeOfUseCodes.length > 0
        ? said.purposeOfUseCodes
        : (before?.purposeOfUseCodes ?? owner.purposeOfUseCodes)),
    ],
    address: said.address ?? before?.address ?? '',
    city: said.city ?? before?.city ?? '',
    state: said.state ?? before?.state ?? '',
    zipCode: said.zipCode ?? before?.zipCode ?? '',
    country: said.country ?? before?.country ?? defaultCountry,
    isActive: said.isActive,
  };
}

const snapshotOf = ({
  parentIsKnown: _known,
  responderType: _type,
  ...said
}: DirectoryOrganization): DirectoryListing => said;

/** An entry needs an address, which many directories do not have; its form requires it at the next save. */
function missingText({ address, city, state, zipCode }: EntryFields): string | null {
  const missing = Object.entries({ street: address, city, state, zip: zipCode })
    .filter(([, value]) => value === '')
    .map(([name]) => name);
  return missing.length === 0
    ? null
    : `The directory gives no ${missing.join(', ')}: edit the entry to fill in what is missing.`;
}
