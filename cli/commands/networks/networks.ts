import type { Client } from '../../../shared/client/createClient.ts';
import type { NounBody } from '../../command.ts';
import { recordVerbs } from '../../records/recordVerbs.ts';
import type { BodyOf, Resource } from '../../records/resource.ts';
import { networksAddAdmin, networksAdmins, networksRemoveAdmin } from './networksAdmins.ts';
import { networksFeatures } from './networksFeatures.ts';
import { networksAddOrganization, networksOrganizations, networksRemoveOrganization } from './networksOrganizations.ts';
import { serviceAccountVerbs } from './networksServiceAccount.ts';

const listed = ['id', 'name', 'isEnabled'];
const fields = [...listed, 'enabledFeatures', 'organizationCount', 'adminCount', 'createDate', 'version'];

const resource: Resource = {
  noun: 'networks',
  one: 'network',
  aOne: 'a network',
  calls: {
    list: 'networks.list',
    get: 'networks.get',
    create: 'networks.create',
    update: 'networks.update',
    delete: 'networks.delete',
  },
  listFields: { all: listed, table: listed },
  fields: { all: fields, table: fields },
  settable: { name: 'text', isEnabled: 'flag', enabledFeatures: 'list' },
  examples: {
    create: '--set "name=Lake District Network" --set "enabledFeatures=Carequality|Release"',
    update: '--set isEnabled=false',
    file: 'network.json',
  },
  texts: {
    created: 'The network was added successfully.',
    updated: 'The network was saved successfully.',
    deleted: 'The network was deleted successfully.',
  },
  page: (client, query, options) => client.networks.list({ query }, options),
  find: (client, id, options) => client.networks.get({ params: { id } }, options),
  add: (client, body, options) =>
    client.networks.create({ body: body as BodyOf<Client['networks']['create']> }, options),
  change: (client, id, body, options) => client.networks.update({ params: { id }, body: body }, options),
  remove: (client, id, options) => client.networks.delete({ params: { id } }, options),
};

export const networks: NounBody = {
  verbs: [
    ...recordVerbs(resource),
    networksOrganizations,
    networksAddOrganization,
    networksRemoveOrganization,
    networksAdmins,
    networksAddAdmin,
    networksRemoveAdmin,
    networksFeatures,
    ...serviceAccountVerbs,
  ],
};
