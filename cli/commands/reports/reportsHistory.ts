import { join } from 'node:path';
import { defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';

const fields = [
  'ended',
  'report',
  'profile',
  'origin',
  'path',
  'present',
  'rows',
  'distinctIds',
  'bytes',
  'sha256',
  'verdict',
  'suspect',
  'delta',
  'selection',
  'format',
  'columns',
  'started',
  'correlationId',
];

/** Shows what this account exported on this machine; asks nobody. */
export const reportsHistory = defineCommand({
  name: 'history',
  summary: 'list the exports made by this account on this machine, newest first',
  arguments: [{ name: '[report]', summary: 'a report, or a list such as orgs-list' }],
  takes: ['rows'],
  fields: { all: fields, table: ['ended', 'report', 'path', 'present', 'rows', 'verdict'], id: 'path', since: 'ended' },
  calls: [],
  exits: ['io'],
  examples: ['carepost reports history --limit 5', 'carepost reports history users --output json'],
  async run(context, _options, [report]) {
    const { registeredExports, isPresent } = await import('../../exports/register.ts');
    const rows: Record<string, unknown>[] = [];
    for await (const entry of registeredExports(context.folders, report)) {
      const { manifest, folder } = entry;
      rows.push({ ...manifest, path: join(folder, manifest.file), present: await isPresent(entry) });
    }
    await showList(context, rows);
  },
});
