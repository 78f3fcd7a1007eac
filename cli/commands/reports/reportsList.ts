import { defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';
import { reportCatalogue } from './catalogue.ts';

/** Says what can be exported; asks nobody. */
export const reportsList = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'list the reports that can be exported',
  takes: ['rows'],
  fields: { all: ['name', 'holds', 'call'], table: ['name', 'holds'], id: 'name' },
  calls: [],
  examples: ['carepost reports list', 'carepost reports list --output ids'],
  run: (context) =>
    showList(
      context,
      reportCatalogue.map(({ name, holds, call }) => ({ name, holds, call })),
    ),
});
