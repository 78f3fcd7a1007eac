import { type NounBody, defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';

interface Options {
  readonly type?: string;
}

const fields = ['id', 'name', 'type'];

const sourcesList = defineCommand<Options>({
  name: 'list',
  aliases: ['ls'],
  summary: 'List who carries direct messages and faxes',
  options: [
    {
      flags: '--type <type>',
      summary: 'DirectMessaging or Fax',
      group: 'Selection',
      choices: ['DirectMessaging', 'Fax'],
    },
  ],
  takes: ['rows'],
  fields: { all: fields, table: fields },
  calls: ['documentsources.providers'],
  examples: ['carepost sources list', 'carepost sources list --type Fax --output json'],
  async run(context, { type }) {
    const client = await context.client();
    const query = { pageSize: 1000, ...(type === undefined ? {} : { type }) };
    await showList(context, (await client.documentsources.providers({ query }, { signal: context.signal })).items);
  },
});

/** Providers of document sources. */
export const sources: NounBody = { verbs: [sourcesList] };
