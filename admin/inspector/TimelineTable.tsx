import { useTranslate } from 'react-admin';
import { durationText } from '../../shared/rules/duration.ts';
import { DateTime } from '../components/DateTime.tsx';
import { RecordTable } from '../components/RecordTable.tsx';
import { StatusChip } from '../components/StatusChip.tsx';
import type { Timeline } from './timelineModel.ts';

/** The timeline in rows: one for each attempt. */
export const TimelineTable = ({ timeline }: { timeline: Timeline }) => {
  const translate = useTranslate();
  const word = (name: string) => translate(`inspector.workflows.${name}`);
  const rows = timeline.lanes.flatMap(({ workflow, step, bars }) => bars.map((bar) => ({ ...bar, workflow, step })));
  return (
    <RecordTable
      label="inspector.timeline.title"
      rows={rows}
      rowId={({ workflow, step, attempt, start }) => `${workflow} ${step} ${attempt} ${start}`}
      columns={[
        { name: 'workflow', label: 'inspector.timeline.workflow', render: ({ workflow }) => workflow },
        { name: 'step', label: word('step'), render: ({ step }) => step },
        { name: 'attempt', label: 'inspector.timeline.attempt', align: 'right', render: ({ attempt }) => attempt },
        { name: 'status', label: word('status'), render: ({ status }) => <StatusChip status={status} /> },
        {
          name: 'start',
          label: word('start'),
          render: ({ start }) => <DateTime value={new Date(start).toISOString()} withSeconds />,
        },
        {
          name: 'elapsed',
          label: word('elapsed'),
          align: 'right',
          render: ({ start, end, isUnderWay }) =>
            isUnderWay ? translate('inspector.timeline.running') : durationText(end - start),
        },
        { name: 'error', label: word('error'), render: ({ error }) => error ?? '' },
      ]}
    />
  );
};
