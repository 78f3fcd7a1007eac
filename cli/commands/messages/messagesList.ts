import type { ODataCondition } from '../../../shared/client/odataQuery.ts';
import { channels } from '../../../shared/rules/exchange.ts';
import { draftStatus, messageStatuses, messageStatusOf } from '../../../shared/rules/message.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { showEntities } from '../../odata/odataPages.ts';
import { givenMoment } from '../../output/givenMoment.ts';
import { givenText } from '../../output/givenText.ts';
import { wholeNumber } from '../../tree/flags.ts';
import { messageProperties } from './messageFields.ts';

interface Options {
  readonly status?: string;
  readonly type?: string;
  readonly channel?: string;
  readonly from?: string;
  readonly to?: string;
  readonly since?: string;
  readonly until?: string;
  readonly drafts?: boolean;
  readonly pageSize?: string;
  readonly page?: number;
}

const typeNumbers: Readonly<Record<string, number>> = { intake: 1, release: 2 };

const filterOf = (context: Context, options: Options): ODataCondition[] => {
  const { status, type, channel, from, to, since, until, drafts = false } = options;
  const code = messageStatuses.findIndex((name) => name === status);
  return [
    { field: 'IsDraft', mode: 'equals', value: drafts || status === draftStatus },
    ...(code < 0 ? [] : [{ field: 'Status', mode: 'equals', value: code } as const]),
    ...(type === undefined ? [] : [{ field: 'Type', mode: 'equals', value: typeNumbers[type] ?? 0 } as const]),
    ...(channel === undefined ? [] : [{ field: 'Channel', mode: 'equals', value: channel } as const]),
    ...(from === undefined ? [] : [{ field: 'Sender', mode: 'contains', value: givenText('--from', from) } as const]),
    ...(to === undefined ? [] : [{ field: 'MailTo', mode: 'contains', value: givenText('--to', to) } as const]),
    ...(since === undefined
      ? []
      : [{ field: 'CreatedDate', mode: 'gte', value: new Date(givenMoment(context, '--since', since)) } as const]),
    ...(until === undefined
      ? []
      : [{ field: 'CreatedDate', mode: 'lt', value: new Date(givenMoment(context, '--until', until)) } as const]),
  ];
};

export const messagesList = defineCommand<Options>({
  name: 'list',
  aliases: ['ls'],
  summary: 'List messages, newest first: who sent what to whom and where it stands, no content',
  options: [
    {
      flags: '--status <name>',
      summary: 'only in this state',
      group: 'Selection',
      choices: [...messageStatuses, draftStatus],
    },
    {
      flags: '--type <kind>',
      summary: 'intake came in, release is sent out',
      group: 'Selection',
      choices: ['intake', 'release'],
    },
    { flags: '--channel <channel>', summary: 'how it travels', group: 'Selection', choices: channels },
    { flags: '--from <text>', summary: 'part of the sender', group: 'Selection' },
    { flags: '--to <text>', summary: 'part of a recipient', group: 'Selection' },
    { flags: '--since <moment>', summary: 'made from then on: 7d, 2026-08-21', group: 'Selection' },
    { flags: '--until <moment>', summary: 'made before then', group: 'Selection' },
    { flags: '--drafts', summary: 'drafts instead of messages', group: 'Selection' },
    {
      flags: '--page-size <number>',
      summary: '10, 20, 50 or 100 (20)',
      group: 'Selection',
      choices: ['10', '20', '50', '100'],
    },
    { flags: '--page <number>', summary: 'which page (1)', group: 'Selection', parse: wholeNumber(1, 10_000_000) },
  ],
  takes: ['rows'],
  fields: {
    all: [...Object.keys(messageProperties), 'statusName'],
    table: ['id', 'createdDate', 'statusName', 'channel', 'sender', 'mailTo', 'organizationName'],
    since: 'createdDate',
  },
  calls: ['inspector.mailMessages'],
  examples: [
    'carepost messages list --status Failed --since 1d',
    'carepost messages list --type intake --channel Fax --output json',
    "carepost messages list --from records@ --where 'attachmentCount>1' --limit 20 --output csv",
  ],
  async run(context, options) {
    const { pageSize = '20', page = 1 } = options;
    const filter = filterOf(context, options);
    const client = await context.client();
    await showEntities(context, {
      properties: messageProperties,
      filter,
      pageSize: Number(pageSize),
      pageNumber: page,
      newestFirst: true,
      ask: (query) => client.inspector.mailMessages({ query }, { signal: context.signal }),
      also: ({ Status, IsDraft }) => ({ statusName: messageStatusOf(Number(Status), IsDraft === true) }),
    });
  },
});
