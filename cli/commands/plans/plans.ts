import type { NounBody } from '../../command.ts';
import { recordVerbs } from '../../records/recordVerbs.ts';
import type { BodyOf, Resource } from '../../records/resource.ts';
import type { Client } from '../../../shared/client/createClient.ts';

const listed = ['id', 'name', 'tierCode', 'allowedUsers'];
const fields = [...listed, 'organizationCount', 'version'];

const resource: Resource = {
  noun: 'plans',
  one: 'plan',
  aOne: 'a plan',
  calls: {
    list: 'plans.list',
    get: 'plans.get',
    create: 'plans.create',
    update: 'plans.update',
    delete: 'plans.delete',
  },
  listFields: { all: listed, table: listed },
  fields: { all: fields, table: fields },
  settable: { name: 'text', tierCode: 'text', allowedUsers: 'number' },
  examples: {
    create: '--set "name=Trial plan" --set tierCode=TRIAL --set allowedUsers=5',
    update: '--set allowedUsers=-1',
    file: 'plan.json',
  },
  texts: {
    created: 'The plan was added successfully.',
    updated: 'The plan was saved successfully.',
    deleted: 'The plan was deleted successfully.',
  },
  page: (client, query, options) => client.plans.list({ query }, options),
  find: (client, id, options) => client.plans.get({ params: { id } }, options),
  add: (client, body, options) => client.plans.create({ body: body as BodyOf<Client['plans']['create']> }, options),
  change: (client, id, body, options) => client.plans.update({ params: { id }, body: body }, options),
  remove: (client, id, options) => client.plans.delete({ params: { id } }, options),
};

export const plans: NounBody = { verbs: recordVerbs(resource) };
