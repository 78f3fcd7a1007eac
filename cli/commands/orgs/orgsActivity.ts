import type { CallOptions, Client } from '../../../shared/client/createClient.ts';
import { type Call, type Command, defineCommand, type FieldList } from '../../command.ts';
import { type Page, showList, showPages } from '../../output/listing.ts';
import { changeTexts } from '../../output/changeText.ts';
import { wholeNumber } from '../../tree/flags.ts';
import { organizationArgument } from '../../records/organizationLookup.ts';

interface Options {
  readonly pageSize?: number;
  readonly page?: number;
}

interface Activity {
  readonly name: string;
  readonly summary: string;
  readonly fields: FieldList;
  readonly call: Call;
  readonly load: (
    client: Client,
    id: string,
    query: { pageNumber: number; pageSize: number },
    options: CallOptions,
    /** A person reads it: cells in words. */
    isTable: boolean,
  ) => Promise<Page>;
}

/** Entries may be long, so the server gives fewer at once. */
const mostPerPage = 200;

/** A list the server keeps in its own order, the newest first. */
const activity = ({ name, summary, fields, call, load }: Activity): Command =>
  defineCommand<Options>({
    name,
    summary,
    arguments: [organizationArgument],
    options: [
      {
        flags: '--page-size <number>',
        summary: 'rows on a page, at most 200 (25)',
        group: 'Selection',
        parse: wholeNumber(1, mostPerPage),
      },
      { flags: '--page <number>', summary: 'which page (1)', group: 'Selection', parse: wholeNumber(1, 10_000_000) },
    ],
    takes: ['rows'],
    fields,
    calls: [call],
    exits: ['not-found', 'invalid'],
    examples: [`carepost orgs ${name} <id> --output json`, `carepost orgs ${name} <id> --all --output csv`],
    async run(context, { pageSize = 25, page = 1 }, [id = '']) {
      const client = await context.client();
      await showPages(context, {
        serverSort: fields.id ?? 'id',
        newestFirst: true,
        pageSize,
        pageNumber: page,
        mostPerPage,
        load: (wanted) =>
          load(
            client,
            id,
            { pageNumber: wanted.pageNumber, pageSize: wanted.pageSize },
            { signal: context.signal },
            context.output.format === 'table',
          ),
      });
    },
  });

export const orgsHistory = activity({
  name: 'history',
  summary: 'List the changes of an organization, newest first',
  fields: {
    all: ['id', 'at', 'actorName', 'action', 'reason', 'runId', 'requestId', 'changes'],
    table: ['at', 'actorName', 'action', 'reason', 'changes'],
    since: 'at',
  },
  call: 'organizations.history',
  load: async (client, id, query, options, isTable) => {
    const { items, totalCount } = await client.organizations.history({ params: { id }, query }, options);
    const read = isTable ? items.map((item) => ({ ...item, changes: changeTexts(item.changes) })) : items;
    return { items: read, totalCount };
  },
});

export const orgsCaptures = activity({
  name: 'captures',
  summary: 'List the captured API calls of an organization, newest first, with masked values',
  fields: {
    all: [
      'id',
      'at',
      'expiresAt',
      'actorName',
      'method',
      'route',
      'status',
      'durationMs',
      'requestId',
      'query',
      'requestBody',
      'responseBody',
    ],
    table: ['at', 'actorName', 'method', 'route', 'status', 'durationMs'],
    since: 'at',
  },
  call: 'organizations.apiCaptures',
  load: (client, id, query, options) => client.organizations.apiCaptures({ params: { id }, query }, options),
});

export const orgsJobs = activity({
  name: 'jobs',
  summary: 'List the calls to other systems about an organization, newest first',
  fields: {
    all: ['id', 'kind', 'status', 'attempts', 'lastError', 'createdAt', 'nextAttemptAt', 'finishedAt'],
    table: ['createdAt', 'kind', 'status', 'attempts', 'lastError', 'finishedAt'],
    since: 'createdAt',
  },
  call: 'organizations.jobs',
  load: (client, id, query, options) => client.organizations.jobs({ params: { id }, query }, options),
});

const usageFields = ['month', 'messagesSent', 'messagesReceived', 'faxPages'];

export const orgsUsage = defineCommand({
  name: 'usage',
  summary: 'List messages and fax pages of an organization by month, newest first',
  arguments: [organizationArgument],
  takes: ['rows'],
  fields: { all: usageFields, table: usageFields },
  calls: ['organizations.usage'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost orgs usage <id> --output json', 'carepost orgs usage <id> --output csv'],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    await showList(context, (await client.organizations.usage({ params: { id } }, { signal: context.signal })).items);
  },
});
