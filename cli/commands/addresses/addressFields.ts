import type { FieldList } from '../../command.ts';

export const addressFields: FieldList = {
  all: [
    'id',
    'organizationId',
    'organizationName',
    'type',
    'directAddressType',
    'address',
    'displayName',
    'providerId',
    'providerName',
    'faxAccountId',
    'status',
    'isEnabled',
    'createDate',
    'version',
  ],
  table: ['id', 'organizationName', 'type', 'address', 'displayName', 'status', 'isEnabled'],
};

/** One of them shows all its fields. */
export const oneAddress: FieldList = { ...addressFields, table: addressFields.all };

export const addressArgument = { name: '<id>', summary: 'id of the address, as addresses list shows it' } as const;

export const typeFlag = {
  flags: '--type <type>',
  summary: 'DirectMessaging or Fax',
  group: 'Selection',
  choices: ['DirectMessaging', 'Fax'],
} as const;
