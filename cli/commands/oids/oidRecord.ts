import type { Client } from '../../../shared/client/createClient.ts';
import type { AlternateOid } from '../../../shared/contract/carequality.ts';
import { CliError } from '../../errors.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';

export const oidArgument = { name: '<oid>', summary: 'the OID itself, or the id of its record' } as const;

const names = ['id', 'organizationId', 'value', 'isDefault', 'version'];
export const oidFields = { all: names, table: ['id', 'value', 'isDefault'] };

/** The alternate OID that is meant by its value or the id of its record. */
export const findOid = async (
  client: Client,
  id: string,
  given: string,
  signal: AbortSignal,
): Promise<AlternateOid> => {
  const { items } = await client.carequality.oids({ params: { id } }, { signal });
  const found = items.find((oid) => oid.id === given || oid.value === given);
  if (found !== undefined) return found;
  const values = items.map(({ value }) => value);
  throw new CliError('E-USAGE', `The organization has no OID "${given}".${didYouMean(given, values)}`, {
    code: 'E-NOT-FOUND',
    exit: 'not-found',
    hint: `Run: carepost oids list ${id}`,
  });
};
