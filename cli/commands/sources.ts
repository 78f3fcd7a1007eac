import { type Command, selectionFlag } from '../command.ts';
import { defined } from '../../shared/rules/defined.ts';
import { listCommand } from '../records/commandBuilders.ts';

const types = ['DirectMessaging', 'Fax'];

/** Providers of document sources. */
export const commands: readonly Command[] = [
  listCommand({
    name: 'list',
    summary: 'List the providers of direct messaging and fax',
    options: [selectionFlag('--type <type>', 'only providers of DirectMessaging or Fax', { choices: types })],
    calls: ['documentsources.providers'],
    examples: ['', '--type Fax --output json'],
    load: ({ client, read, options: { type } }) =>
      client.documentsources.providers({ query: { pageSize: 1000, ...defined({ type }) } }, read),
  }),
];
