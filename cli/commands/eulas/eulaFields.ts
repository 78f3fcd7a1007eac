import type { FieldList } from '../../command.ts';

export const eulaFields: FieldList = {
  all: [
    'id',
    'version',
    'brandName',
    'type',
    'fileName',
    'isActive',
    'acceptances',
    'createdBy',
    'createDate',
    'activatedDate',
  ],
  table: ['id', 'version', 'brandName', 'type', 'isActive', 'acceptances', 'createDate'],
};

export const eulaArgument = { name: '<id>', summary: 'id of the agreement, as eulas list shows it' } as const;

export const brandFlag = {
  flags: '--brand <name>',
  summary: "name of the brand; without it the platform's own",
  group: 'Selection',
} as const;
export const typeFlag = { flags: '--type <type>', summary: 'kind of agreement (EULA)', group: 'Selection' } as const;
