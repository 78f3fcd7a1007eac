import { defineCommand } from '../command.ts';
import { showList } from '../output/listing.ts';

export const command = defineCommand({
  name: 'commands',
  summary: 'List all commands with flags, calls and exit codes',
  takes: ['rows'],
  fields: {
    all: ['command', 'summary', 'aliases', 'arguments', 'flags', 'fields', 'calls', 'exits', 'examples'],
    table: ['command', 'summary'],
    id: 'command',
  },
  isStandalone: true,
  examples: ['', '--output json', "--where 'calls~/api/organizations'"],
  async run(context) {
    const { allCommands, describe } = await import('../tree/catalogue.ts');
    const listed = (await allCommands()).filter((one) => one.command.hidden !== true);
    await showList(context, listed.map(describe));
  },
});
