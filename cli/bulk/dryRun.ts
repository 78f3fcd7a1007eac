import { consequenceTexts, addConsequences } from '../../shared/bulk/consequences.ts';
import type { PlanRow } from '../../shared/bulk/plan.ts';
import type { Context } from '../context.ts';
import { changeTexts } from '../output/changeText.ts';
import { outputWith } from '../output/outputWith.ts';

const fields = ['action', 'verdict', 'id', 'name', 'changes', 'consequences'];

/** What a dry run leaves to show of a row. */
export type DryRow = Pick<PlanRow, 'verdict' | 'id' | 'name' | 'changes' | 'consequences'>;

/** Says what would be done, on stderr in one line and on stdout as a record. */
export const showPlanned = async (
  context: Context,
  { action, deed, row }: { readonly action: string; readonly deed: string; readonly row: DryRow },
): Promise<void> => {
  const { terminal, output } = context;
  terminal.note(deed);
  const consequences = consequenceTexts(addConsequences({}, row.consequences));
  const changes = row.changes.map(({ column, before, after }) => ({ field: column, before, after }));
  const planned = outputWith(context, { fields: { all: fields, table: fields }, rows: {} });
  await planned.record({
    action,
    verdict: row.verdict,
    id: row.id,
    name: row.name,
    changes: output.format === 'table' ? changeTexts(changes) : changes,
    consequences,
  });
};
