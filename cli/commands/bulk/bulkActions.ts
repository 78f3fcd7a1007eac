import { bulkActions as catalogue } from '../../../shared/bulk/actions/catalogue.ts';
import type { BulkAction } from '../../../shared/bulk/action.ts';
import { defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';

const fields = ['name', 'kind', 'summary', 'columns', 'naturalKey', 'undo', 'mails', 'calls'];

const record = ({ name, kind, summary, columns, naturalKey, undoes, mails, calls }: BulkAction) => ({
  name,
  kind,
  summary,
  columns: columns.map((column) => (column.required === true ? `${column.name}!` : column.name)),
  naturalKey,
  undo: undoes,
  mails: mails === true,
  calls: [...calls],
});

export const bulkActions = defineCommand({
  name: 'actions',
  summary: 'List what can be done with many rows: columns, kind, undo',
  description: 'A column with ! must be filled in. carepost bulk template <action> makes a file to start from.',
  takes: ['rows'],
  fields: { all: fields, table: ['name', 'kind', 'summary', 'undo'], id: 'name' },
  calls: [],
  examples: ['carepost bulk actions', "carepost bulk actions --where 'kind=toggle' --output json"],
  async run(context) {
    await showList(context, catalogue.map(record));
  },
});
