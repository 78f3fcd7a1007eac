import type { Client } from '../../../shared/client/createClient.ts';
import type { NounBody } from '../../command.ts';
import { recordVerbs } from '../../records/recordVerbs.ts';
import type { BodyOf, Resource } from '../../records/resource.ts';
import { resellerTypes } from '../../../shared/rules/reseller.ts';
import { resellerFileMaxBytes, termsMaxCharacters } from '../../../shared/contract/uploadSizes.ts';
import { resellersLogo } from './resellersLogo.ts';
import { resellersUrlCode } from './resellersUrlCode.ts';

const listed = ['id', 'name', 'type', 'urlCode', 'color'];
const fields = [...listed, 'bypassTos', 'termsHtml', 'fileName', 'organizationCount', 'version'];

const resource: Resource = {
  noun: 'resellers',
  one: 'reseller',
  aOne: 'a reseller',
  calls: {
    list: 'resellers.list',
    get: 'resellers.get',
    create: 'resellers.create',
    update: 'resellers.update',
    delete: 'resellers.delete',
  },
  listFields: { all: listed, table: listed },
  fields: { all: fields, table: fields },
  settable: {
    name: 'text',
    type: resellerTypes,
    urlCode: 'text',
    color: 'text',
    bypassTos: 'flag',
    termsHtml: 'text',
  },
  examples: {
    create:
      '--set "name=Lakeside Software" --set type=Affiliate --set urlCode=lakeside --set color=#ffffff --logo logo.png',
    update: '--set color=#e6e9ed',
    file: 'reseller.json',
  },
  texts: {
    created: 'The reseller was added successfully.',
    updated: 'The reseller was saved successfully.',
    deleted: 'The reseller was deleted successfully.',
  },
  upload: {
    flag: 'logo',
    summary: 'its logo: PNG, JPEG, GIF or WebP, at most 512 kB',
    maxBytes: resellerFileMaxBytes,
    removal: { flag: 'remove-logo', summary: 'take its logo away', field: 'removeFile' },
  },
  textFile: {
    flag: 'terms',
    summary: 'its terms as HTML, in place of termsHtml',
    field: 'termsHtml',
    maxCharacters: termsMaxCharacters,
  },
  page: (client, query, options) => client.resellers.list({ query }, options),
  find: (client, id, options) => client.resellers.get({ params: { id } }, options),
  add: (client, body, options, file) =>
    client.resellers.create({ body: body as BodyOf<Client['resellers']['create']>, file }, options),
  change: (client, id, body, options, file) => client.resellers.update({ params: { id }, body: body, file }, options),
  remove: (client, id, options) => client.resellers.delete({ params: { id } }, options),
};

export const resellers: NounBody = { verbs: [...recordVerbs(resource), resellersLogo, resellersUrlCode] };
