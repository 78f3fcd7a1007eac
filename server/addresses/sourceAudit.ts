import { faxStatusOf } from '../../shared/rules/documentSource.ts';

/** What people call it in the history of the organization. */
export const sourceName = ({ type, address }: { readonly type: string; readonly address: string }): string =>
  `${type === 'Fax' ? 'fax number' : 'direct address'} ${address}`;

interface Audited {
  readonly displayName: string;
  readonly providerId: string | null;
  readonly faxAccountId: string | null;
  readonly isEnabled: boolean;
  readonly status: number;
  readonly type: string;
}

/** The audited fields of a document source; the status of a fax number as text. */
export const auditedFields = ({ displayName, providerId, faxAccountId, isEnabled, status, type }: Audited) => ({
  displayName,
  providerId,
  faxAccountId,
  isEnabled,
  status: type === 'Fax' ? faxStatusOf(status) : status,
});
