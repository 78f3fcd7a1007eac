import { termsMaxCharacters } from '../../shared/contract/uploadSizes.ts';
import { recordCommands } from '../records/recordCommands.ts';
import { settableOf } from '../records/setFields.ts';

export const commands = recordCommands({
  name: 'brands',
  area: 'brands',
  actions: { create: 'brands.create', update: 'brands.update', delete: 'brands.delete' },
  one: 'brand',
  columns: ['id', 'name', 'appUrl', 'identityProvider.connectionName'],
  settable: settableOf('brands.create'),
  examples: {
    create:
      '--set name=Lakeside --set appUrl=https://lakeside.example --set primaryColor=#0b5f73 --set supportEmail=help@lakeside.example',
    update: '--set supportEmail=support@lakeside.example',
    file: 'brand.json',
  },
  textFile: {
    flag: 'terms',
    summary: 'HTML file with the terms, instead of termsHtml',
    field: 'termsHtml',
    maxCharacters: termsMaxCharacters,
  },
});
