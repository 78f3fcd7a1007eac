import { normaliseSubdomain } from '../../rules/subdomain.ts';
import { reservedWordMax, reservedWordProblem } from '../../rules/reservedWord.ts';
import { wholeListPageSize } from '../../rules/paging.ts';
import { namedActions } from './namedRecords.ts';

type Name = { readonly name: string };

export const appActions = namedActions({
  resource: 'apps',
  one: 'app',
  many: 'apps',
  area: 'apps',
  nameMax: 255,
  examples: ['Care Calendar', 'Referral Inbox'],
  finding: ['apps.list'],
  async idByName(name, { client, options }) {
    const { items } = await client.apps.list({ query: { name } }, { ...options, fresh: true });
    return items[0]?.id;
  },
  page: (page, size, { client, options }) => client.apps.list({ query: { page, size } }, { ...options, fresh: true }),
  get: (id, { client }, options) => client.apps.get({ params: { id } }, options),
  create: (body, { client, options }) => client.apps.create({ body: body as Name }, options),
  update: (id, body, { client, options }) => client.apps.update({ params: { id }, body }, options),
  delete: (id, { client }, options) => client.apps.delete({ params: { id } }, options),
});

export const specialtyActions = namedActions({
  resource: 'specialties',
  one: 'specialty',
  many: 'specialties of organizations',
  area: 'specialties',
  nameMax: 255,
  examples: ['Sports Medicine', 'Travel Medicine'],
  finding: ['specialties.list'],
  /** The list searches for parts of names, so its results are compared with the whole one. */
  async idByName(name, { client, options }) {
    const query = { search: name.slice(0, 200), pageSize: wholeListPageSize };
    const { items } = await client.specialties.list({ query }, { ...options, fresh: true });
    return items.find((item) => item.name.toLowerCase() === name.toLowerCase())?.id;
  },
  page: (pageStart, pageSize, { client, options }) =>
    client.specialties.list({ query: { pageStart, pageSize } }, { ...options, fresh: true }),
  get: (id, { client }, options) => client.specialties.get({ params: { id } }, options),
  create: (body, { client, options }) => client.specialties.create({ body: body as Name }, options),
  update: (id, body, { client, options }) => client.specialties.update({ body: { ...body, id } }, options),
  delete: (id, { client }, options) => client.specialties.delete({ params: { id } }, options),
});

export const reservedWordActions = namedActions({
  resource: 'reserved-words',
  one: 'reserved word',
  many: 'reserved words',
  area: 'reservedwords',
  nameMax: reservedWordMax,
  normalise: normaliseSubdomain,
  nameProblem: reservedWordProblem,
  examples: ['helpdesk', 'sandbox'],
  columns: [
    {
      column: {
        name: 'profanity',
        kind: 'flag',
        keeps: true,
        field: 'profanity',
        summary: 'whether it is reserved as a profanity. Blank in a new word: no',
        examples: ['false', ''],
      },
      value: false,
    },
  ],
  finding: ['reservedwords.check'],
  /** The check prefers the word itself to others that look like it. */
  async idByName(name, { client, options }) {
    const { word, rule } = await client.reservedwords.check({ query: { name } }, options);
    return rule === 'Same' ? word?.id : undefined;
  },
  page: (pageNumber, pageSize, { client, options }) =>
    client.reservedwords.list({ query: { pageNumber, pageSize } }, options),
  get: (id, { client }, options) => client.reservedwords.get({ params: { id } }, options),
  create: (body, { client, options }) =>
    client.reservedwords.create({ params: { id: '0' }, body: body as Name }, options),
  update: (id, body, { client, options }) => client.reservedwords.update({ params: { id }, body }, options),
  delete: (id, { client }, options) => client.reservedwords.delete({ params: { id } }, options),
});
