import type { DocumentSource } from '../../../shared/contract/documentsources.ts';
import { faxStatusOf } from '../../../shared/rules/documentSource.ts';
import { displayAddress } from '../../../shared/rules/fax.ts';

/** The address as people read it: fax numbers with dashes (spec 3 section 9). */
export const shownAddress = ({ address }: Pick<DocumentSource, 'address'>): string => displayAddress(address);

/** Message key of a status. */
export const statusKey = (status: number): string => `addresses.source.statuses.${faxStatusOf(status)}`;
