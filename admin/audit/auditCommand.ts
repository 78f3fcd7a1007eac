import { dateTimeArgument, option } from '../components/list/commandArguments.ts';
import type { ListState } from '../components/ListToolbar.tsx';
import { auditQuery } from './auditModel.ts';

/** The command that lists the visible entries: it filters by outcome and time itself, so it lists all entries up to the end of the page. */
export const auditCommand = ({ filterValues, page, perPage }: ListState): string => {
  const { runId, action, type, actor, outcome, isRead, from, to } = auditQuery(filterValues);
  const kind = isRead === undefined ? 'all' : isRead === 'true' ? 'read' : undefined;
  return [
    'carepost audit list --remote',
    ...option('--run', runId),
    ...option('--person', actor),
    ...option('--action', action),
    ...option('--type', type),
    ...option('--kind', kind),
    ...option('--where', outcome && `outcome=${outcome}`),
    ...option('--where', from && `at>=${dateTimeArgument(from)}`),
    ...option('--where', to && `at<${dateTimeArgument(to)}`),
    `--limit ${page * perPage}`,
  ].join(' ');
};
