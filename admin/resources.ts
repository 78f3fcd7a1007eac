import type { Api } from '../shared/contract/api.ts';
import { certificateSorts } from '../shared/rules/certificate.ts';
import { auditQuery } from './audit/auditModel.ts';
import { workflowSearch } from './dashboard/grid/gridFilters.ts';
import { brandQuery } from './eulas/eulaModel.ts';
import { messageFilter } from './inspector/messageFilters.ts';
import { activityQuery, personQuery } from './people/personQuery.ts';
import type { ListRequest } from './providers/listParams.ts';
import { organizationQuery } from './providers/organizationQuery.ts';
import { userQuery } from './users/userQuery.ts';

export type Operation = 'list' | 'one' | 'create' | 'update' | 'delete';
type Values = Readonly<Record<string, unknown>>;

/** A row of the contract; where the API has one for each kind of record, the row of a record. */
type RowName = string | ((record: Values) => string);

/** How a set of OData is read; its name is in the path of the row. */
interface ODataSet {
  readonly key: string;
  /** Filters by the names of ra-data-odata-server; without it a value must be equal and several are alternatives. */
  readonly filter?: (filter: Values) => Values;
  /** Row of the set below a record: it is read when the list is filtered by that record. */
  readonly below?: { readonly filter: string; readonly row: string };
}

/** How a resource of react-admin speaks to the API. */
export interface ResourceConfig {
  /** Area of the contract, and the row of each operation that the API has. */
  readonly area: keyof Api;
  readonly rows: Readonly<Partial<Record<Operation, RowName>>>;
  /** Areas of operations that are in another one. */
  readonly areas?: Readonly<Partial<Record<Operation, keyof Api>>>;
  /**
   * The query of a list. A filter that it does not know goes to the server as it is, which refuses it by its name: without it the list
   * would show everything.
   */
  readonly query: (request: ListRequest) => Values;
  /** The query of a list goes in the body of the request. */
  readonly isSearch?: true;
  /** Names of the records and their number in the response of a list, where they are not `items` and `totalCount`. */
  readonly page?: readonly [items: string, totalCount: string];
  /** The resource is a set of OData, read by its own provider. */
  readonly odata?: ODataSet;
  /** Name of the record in the responses of single records, where they have an envelope. */
  readonly envelope?: string;
  /** Page size that returns every record, so that several ids are one call; without it each id is a call. */
  readonly allSize?: number;
  /** The response has all records, without pages; the text of a search box is searched in these fields, unless the API does it. */
  readonly whole?: readonly string[];
  /**
   * Records live below one of another resource (`/api/organizations/{id}/...`), whose id has this name in the filter or the target of a
   * list, and in `meta` or the record itself otherwise.
   */
  readonly parent?: string;
  /** The field of that name in a record is something else, so only `meta` has the id. */
  readonly isParentInMeta?: true;
  /** The id in the path of the call that creates a record, where it has one. */
  readonly newId?: string;
  /** Field that identifies a record, where it is not `id`. */
  readonly idField?: string;
  /** Fields of a record that a save takes, where the API refuses others. */
  readonly saved?: readonly string[];
}

/** The row of an operation on a record. */
export const rowOf = ({ rows }: ResourceConfig, operation: Operation, record: Values = {}): string | undefined => {
  const row = rows[operation];
  return typeof row === 'function' ? row(record) : row;
};

export const areaOf = ({ area, areas }: ResourceConfig, operation: Operation): keyof Api => areas?.[operation] ?? area;

const page = ({ pagination }: ListRequest) => ({ pageNumber: pagination.page, pageSize: pagination.perPage });

/** Lists that are searched by a text. */
const searchedText = ({ filter: { q, ...filter } }: ListRequest) => ({
  ...(typeof q === 'string' && q.trim() !== '' ? { search: q.trim() } : {}),
  ...filter,
});

/** Pages that are sorted in one direction and searched by a text. */
const searchedPage = (request: ListRequest) => ({
  ...page(request),
  sortDir: request.sort.order === 'DESC' ? 'desc' : 'asc',
  ...searchedText(request),
});

/** The same where the specification calls the number of the page `pageStart`. */
const startedPage = (request: ListRequest) => {
  const { pageNumber, ...query } = searchedPage(request);
  return { ...query, pageStart: pageNumber };
};

/** The same in the order of the server. */
const contactPage = (request: ListRequest) => {
  const { pageNumber, pageSize } = page(request);
  return { pageStart: pageNumber, pageSize, ...searchedText(request) };
};

/** Pages of apps, whose query has names of its own (spec 1 section 7). */
const appQuery = (request: ListRequest) => {
  const { pageNumber, pageSize, sortDir, ...filter } = searchedPage(request);
  return {
    ...filter,
    page: pageNumber,
    size: pageSize,
    sort: sortDir,
    col: request.sort.field === 'id' ? 'id' : 'name',
  };
};

/** Pages of license agreements: those of all other brands have no brand name. */
const eulaQuery = ({ filter: { brand, active, ...filter }, ...request }: ListRequest) =>
  searchedPage({
    ...request,
    filter: {
      ...filter,
      ...(typeof brand === 'string' ? brandQuery(brand) : { brand }),
      ...(active === undefined ? {} : { isActive: active }),
    },
  });

/** Pages of certificates; those that end first where the field is none of the server's. */
const certificateQuery = (request: ListRequest) => ({
  ...searchedPage(request),
  sort: certificateSorts.find((sort) => sort === request.sort.field) ?? 'validTo',
});

/** Pages in the server's order. */
const orderedPage = (request: ListRequest) => ({ ...page(request), ...request.filter });

/** Lists without query; `whole` cuts the pages and searches, and the server refuses a filter. */
const unqueried = ({ filter: { q: _q, ...filter } }: ListRequest) => filter;

const belowOrganization = { query: unqueried, parent: 'organizationId' } as const;

/** The row of the fax service of an account. */
const byService =
  <E extends string, W extends string>(efax: E, westfax: W) =>
  ({ kind }: Values): E | W =>
    kind === 'westfax' ? westfax : efax;

/** Checks the names of the rows against the area. */
const resource = <A extends keyof Api>(
  area: A,
  rows: Readonly<Partial<Record<Operation, (keyof Api[A] & string) | ((record: Values) => keyof Api[A] & string)>>>,
  more: Partial<ResourceConfig> = {},
): ResourceConfig => ({ area, rows, query: searchedPage, ...more });

/** Sets of the message inspector. */
const set = (list: keyof Api['inspector'], one: keyof Api['inspector'], odata: ODataSet) =>
  resource('inspector', { list, one }, { odata });

const every = { list: 'list', one: 'get', create: 'create', update: 'update', delete: 'delete' } as const;

/** Every resource of the application by its name in react-admin. To add one: an entry here, and its <Resource> in App.tsx. */
export const resources: Readonly<Record<string, ResourceConfig>> = {
  organizations: resource('organizations', every, { query: organizationQuery }),
  organizationtypes: resource('organizations', { list: 'types' }, { query: unqueried, whole: ['name'] }),
  oids: resource(
    'carequality',
    { list: 'oids', create: 'addOid', update: 'updateOid', delete: 'deleteOid' },
    { ...belowOrganization, whole: ['value'] },
  ),
  // `organizationId` of an entry is the OID of the organization in the directory.
  directoryentries: resource(
    'carequality',
    { list: 'entries', create: 'upsertEntry', update: 'upsertEntry' },
    { ...belowOrganization, whole: ['displayName', 'organizationId'], isParentInMeta: true },
  ),
  faxaccounts: resource(
    'fax',
    {
      list: 'accounts',
      create: byService('saveEfax', 'saveWestFax'),
      update: byService('saveEfax', 'saveWestFax'),
      delete: byService('deleteEfax', 'deleteWestFax'),
    },
    {
      ...belowOrganization,
      whole: ['displayName', 'accountNumber'],
      saved: ['organizationId', 'accountNumber', 'displayName', 'isEnabled', 'retentionDays', 'version'],
    },
  ),
  organizationadmins: resource('organizations', { list: 'admins' }, { ...belowOrganization, whole: [] }),
  devices: resource('organizations', { list: 'devices' }, { ...belowOrganization, whole: [] }),
  licenses: resource('organizations', { list: 'licenses' }, { ...belowOrganization, whole: [] }),
  organizationintegrations: resource('organizations', { list: 'integrations' }, { ...belowOrganization, whole: [] }),
  serviceaccounts: resource('organizations', { list: 'serviceAccounts' }, { ...belowOrganization, whole: [] }),
  usagemonths: resource('organizations', { list: 'usage' }, { ...belowOrganization, whole: [], idField: 'month' }),
  organizationhistory: resource('organizations', { list: 'history' }, { ...belowOrganization, query: orderedPage }),
  apicaptures: resource('organizations', { list: 'apiCaptures' }, { ...belowOrganization, query: orderedPage }),
  subscriptionhistory: resource('subscriptionplans', { list: 'history' }, { query: orderedPage }),
  outboundjobs: resource('organizations', { list: 'jobs' }, { ...belowOrganization, query: orderedPage }),
  features: resource('features', { list: 'list' }, { query: unqueried, whole: ['name'] }),
  directproviders: resource(
    'documentsources',
    { list: 'providers' },
    { query: (request) => ({ ...page(request), type: 'DirectMessaging', ...request.filter }), allSize: 100 },
  ),
  networks: resource('networks', every, { allSize: 5000 }),
  networkorganizations: resource(
    'networks',
    { list: 'organizations', create: 'addOrganization', delete: 'removeOrganization' },
    { parent: 'networkId' },
  ),
  networkadmins: resource(
    'networks',
    { list: 'admins', create: 'addAdmin', delete: 'removeAdmin' },
    { parent: 'networkId', query: searchedText, whole: [] },
  ),
  resellers: resource('resellers', every, { allSize: 5000 }),
  plans: resource('plans', every, { allSize: 100 }),
  brands: resource('brands', every, { allSize: 100 }),
  specialties: resource('specialties', every, { query: startedPage, allSize: 5000 }),
  apps: resource('apps', every, { query: appQuery, allSize: 5000 }),
  reservedwords: resource('reservedwords', every, { newId: '0' }),
  reservedwordclashes: resource('reservedwords', { list: 'clashes' }),
  identitylinks: resource('identitylinks', { list: 'list', one: 'get', create: 'create', delete: 'delete' }),
  users: resource('users', every, {
    query: (request) => ({ ...page(request), ...userQuery(request) }),
    page: ['users', 'totalUsersCount'],
  }),
  userorganizations: resource(
    'users',
    { list: 'organizations' },
    { query: unqueried, parent: 'userId', whole: ['name'] },
  ),
  usersessions: resource('users', { list: 'sessions' }, { query: unqueried, parent: 'userId', whole: [] }),
  usersignins: resource('users', { list: 'signIns' }, { query: orderedPage, parent: 'userId' }),
  people: resource('people', every, { query: personQuery }),
  personevents: resource('people', { list: 'events' }, { query: activityQuery, parent: 'personId' }),
  personrequests: resource('people', { list: 'requests' }, { query: activityQuery, parent: 'personId' }),
  personsignatures: resource('people', { list: 'signatures' }, { query: activityQuery, parent: 'personId' }),
  emergencies: resource('emergencies', { list: 'list', one: 'get', create: 'create', update: 'save' }),
  // Of the interoperability network, which may be another host.
  emergencyorganizations: resource(
    'interop',
    { list: 'list', one: 'get', create: 'save', update: 'save', delete: 'delete' },
    {
      query: unqueried,
      page: ['value', 'totalCount'],
      whole: ['name', 'oid'],
      idField: 'oid',
      envelope: 'value',
      saved: ['oid', 'name', 'version'],
    },
  ),
  idproofing: resource('idproofing', { list: 'reviews', one: 'review' }),
  registrations: resource('registration', { list: 'list' }),
  lockedusers: resource('users', { list: 'locked' }),
  eulas: resource('eulas', { list: 'list', one: 'get', create: 'create', delete: 'delete' }, { query: eulaQuery }),
  documentsources: resource('documentsources', every),
  sourceproviders: resource('documentsources', { list: 'providers' }, { query: orderedPage }),
  contacts: resource('users', { list: 'contacts' }, { query: contactPage }),
  auditentries: resource(
    'audit',
    { list: 'list' },
    { query: (request) => ({ ...page(request), ...auditQuery(request.filter) }) },
  ),
  messages: set('mailMessages', 'mailMessage', { key: 'MailMessageId', filter: messageFilter }),
  attachments: set('mailAttachments', 'mailAttachment', {
    key: 'MailAttachmentId',
    below: { filter: 'MailMessageId', row: 'messageAttachments' },
  }),
  events: set('eventMessages', 'eventMessage', { key: 'EventMessageId' }),
  conversions: set('conversionPerformance', 'conversion', { key: 'ConversionId' }),
  workflows: {
    ...resource('diagnostics', { list: 'search' }),
    rows: { list: 'search', one: 'workflow' },
    areas: { one: 'inspector' },
    query: workflowSearch,
    isSearch: true,
    page: ['messageHealthDataValues', 'messageHealthDataValuesCount'],
  },
  integrations: resource('integrations', { list: 'list', one: 'get' }, { query: unqueried, whole: ['name', 'type'] }),
  integrationorganizations: resource('integrations', { list: 'organizations' }, { parent: 'integrationId' }),
  integrationwhitelist: resource('integrationwhitelist', every),
  connections: resource('connections', every),
  certificates: resource('certificates', { list: 'list' }, { query: certificateQuery }),
  webhooks: resource('webhooks', { list: 'list', one: 'get', create: 'save', update: 'save', delete: 'delete' }),
  webhookdeliveries: resource('webhooks', { list: 'deliveries', one: 'delivery' }, { query: orderedPage }),
  webhookevents: resource('webhooks', { list: 'events' }, { query: unqueried, whole: ['name'] }),
  webhookauthenticationtypes: resource(
    'webhooks',
    { list: 'authenticationTypes' },
    { query: unqueried, whole: ['name'] },
  ),
  retryjobs: resource('retryjobs', { list: 'list', one: 'get', create: 'create' }, { query: orderedPage }),
  retryjobitems: resource(
    'retryjobs',
    { list: 'items' },
    { query: orderedPage, parent: 'retryJobId', idField: 'workflowId' },
  ),
  alerts: resource('diagnostics', { list: 'systemAlerts' }, { query: ({ filter }) => filter, whole: [] }),
  mailbox: resource('mailbox', { list: 'list' }, { query: orderedPage }),
};
