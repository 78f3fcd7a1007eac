import type { Client } from '../../../shared/client/createClient.ts';
import type { DirectoryEntry } from '../../../shared/contract/carequality.ts';
import type { FieldList } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';

export const entryArgument = {
  name: '<entry>',
  summary: 'OrganizationId of the entry, or the id of its record',
} as const;

export const entryFields: FieldList = {
  all: [
    'id',
    'responderType',
    'organizationId',
    'homeCommunityId',
    'displayName',
    'legalName',
    'otherNames',
    'parentOrgId',
    'purposeOfUseCodes',
    'address',
    'city',
    'state',
    'zipCode',
    'country',
    'isActive',
    'initiatorOnly',
    'isParent',
    'version',
    'importedAt',
    'driftedFields',
  ],
  table: ['id', 'responderType', 'organizationId', 'displayName', 'city', 'state', 'isActive'],
};
export const oneEntry: FieldList = { ...entryFields, table: entryFields.all };

/** The entry that is meant by its OrganizationId or the id of its record. */
export const findEntry = async (
  client: Client,
  id: string,
  given: string,
  signal: AbortSignal,
): Promise<DirectoryEntry> => {
  const { items } = await client.carequality.entries({ params: { id } }, { signal });
  const found = items.find((entry) => entry.id === given || entry.organizationId === given);
  if (found !== undefined) return found;
  const oids = items.map(({ organizationId }) => organizationId);
  throw new CliError('E-USAGE', `The organization has no directory entry "${given}".${didYouMean(given, oids)}`, {
    code: 'E-NOT-FOUND',
    exit: 'not-found',
    hint: `Run: carepost directory list ${id}`,
  });
};
