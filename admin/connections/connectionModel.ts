import type { Connection } from '../../shared/contract/connections.ts';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';

interface ConnectionValues {
  readonly name: FieldText;
  readonly displayName: FieldText;
  readonly organizationId: FieldText;
  readonly issuer: FieldText;
  readonly clientId: FieldText;
  /** The secret to store; empty: the stored one stays. */
  readonly clientSecret: FieldText;
  readonly domains: readonly string[];
  readonly isEnabled: boolean;
}

/** Name and organization are set once: the address is in use elsewhere. */
export const connectionModel: RecordModel<Connection, ConnectionValues> = {
  empty: {
    name: '',
    displayName: '',
    organizationId: '',
    issuer: '',
    clientId: '',
    clientSecret: '',
    domains: [],
    isEnabled: true,
  },
  toForm: ({ name, displayName, organizationId, issuer, clientId, domains, isEnabled }) => ({
    name,
    displayName,
    organizationId: organizationId ?? '',
    issuer,
    clientId,
    clientSecret: '',
    domains,
    isEnabled,
  }),
  toBody: ({ name, displayName, organizationId, issuer, clientId, clientSecret, domains, isEnabled }, stored) => ({
    ...(stored ? {} : { name: textOf(name), organizationId: textOf(organizationId) }),
    displayName: textOf(displayName),
    issuer: textOf(issuer),
    clientId: textOf(clientId),
    ...(clientSecret ? { clientSecret } : {}),
    domains,
    isEnabled,
  }),
};
