import type { Client } from '../../../shared/client/createClient.ts';
import { termsMaxCharacters } from '../../../shared/contract/uploadSizes.ts';
import type { NounBody } from '../../command.ts';
import { recordVerbs } from '../../records/recordVerbs.ts';
import type { BodyOf, Resource } from '../../records/resource.ts';

const listed = ['id', 'name', 'appUrl', 'primaryColor', 'supportEmail', 'identityProvider.connectionName'];
const fields = [...listed, 'termsHtml', 'organizationCount', 'version'];

const resource: Resource = {
  noun: 'brands',
  one: 'brand',
  aOne: 'a brand',
  calls: {
    list: 'brands.list',
    get: 'brands.get',
    create: 'brands.create',
    update: 'brands.update',
    delete: 'brands.delete',
  },
  listFields: { all: listed, table: ['id', 'name', 'appUrl', 'identityProvider.connectionName'] },
  fields: { all: fields, table: fields },
  settable: {
    name: 'text',
    appUrl: 'text',
    primaryColor: 'text',
    supportEmail: 'text',
    'identityProvider.connectionName': 'text',
    termsHtml: 'text',
  },
  examples: {
    create:
      '--set name=Lakeside --set appUrl=https://lakeside.example --set primaryColor=#0b5f73 --set supportEmail=help@lakeside.example',
    update: '--set supportEmail=support@lakeside.example',
    file: 'brand.json',
  },
  texts: {
    created: 'The brand was added successfully.',
    updated: 'The brand was saved successfully.',
    deleted: 'The brand was deleted successfully.',
  },
  textFile: {
    flag: 'terms',
    summary: 'its terms as HTML, in place of termsHtml',
    field: 'termsHtml',
    maxCharacters: termsMaxCharacters,
  },
  page: (client, query, options) => client.brands.list({ query }, options),
  find: (client, id, options) => client.brands.get({ params: { id } }, options),
  add: (client, body, options) => client.brands.create({ body: body as BodyOf<Client['brands']['create']> }, options),
  change: (client, id, body, options) => client.brands.update({ params: { id }, body: body }, options),
  remove: (client, id, options) => client.brands.delete({ params: { id } }, options),
};

export const brands: NounBody = { verbs: recordVerbs(resource) };
