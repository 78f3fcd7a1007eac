import { defineCommand, type Command } from '../command.ts';
import { showList } from '../output/listing.ts';

const fields = ['id', 'name', 'type'];
const types = ['DirectMessaging', 'Fax'];

const sourcesList = defineCommand<{ readonly type?: string }>({
  name: 'list',
  aliases: ['ls'],
  summary: 'List the providers of direct messaging and fax',
  options: [
    { flags: '--type <type>', summary: 'only providers of DirectMessaging or Fax', group: 'Selection', choices: types },
  ],
  takes: ['rows'],
  fields: { all: fields, table: fields, values: { type: types } },
  calls: ['documentsources.providers'],
  examples: ['carepost sources list', 'carepost sources list --type Fax --output json'],
  async run(context, { type }) {
    const client = await context.client();
    const query = { pageSize: 1000, ...(type === undefined ? {} : { type }) };
    await showList(context, (await client.documentsources.providers({ query }, { signal: context.signal })).items);
  },
});

/** Providers of document sources. */
export const commands: readonly Command[] = [sourcesList];
