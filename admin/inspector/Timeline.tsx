import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { WorkflowDetail } from '../../shared/contract/exchangeSchemas.ts';
import { durationText } from '../../shared/rules/duration.ts';
import { DateTime } from '../components/DateTime.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { StatusChip, StatusField } from '../components/StatusChip.tsx';
import { visuallyHidden } from '../components/visuallyHidden.ts';
import {
  barPosition,
  type TimelineBar,
  type TimelineLane,
  timelineOf,
  type Timeline as TimelineModel,
} from './timelineModel.ts';

const colours: Readonly<Record<string, string>> = {
  Completed: 'success.main',
  Failed: 'error.main',
  Retrying: 'warning.main',
  Retry: 'warning.main',
};

/** Start and duration of each attempt of a step as bars, or as a table. */
export const Timeline = ({ workflows }: { workflows: readonly WorkflowDetail[] }) => {
  const translate = useTranslate();
  const [asTable, setAsTable] = useState(false);
  const [now] = useState(() => Date.now());
  const timeline = timelineOf(workflows, now);
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h6" component="h2">
          {translate('inspector.timeline.title')}
        </Typography>
        {timeline && (
          <Button size="small" onClick={() => setAsTable(!asTable)}>
            {translate(asTable ? 'inspector.timeline.chart' : 'inspector.timeline.table')}
          </Button>
        )}
      </Box>
      {!timeline && <Typography color="textSecondary">{translate('inspector.timeline.none')}</Typography>}
      {timeline && asTable && <TimelineTable timeline={timeline} />}
      {timeline && !asTable && <Lanes timeline={timeline} />}
    </div>
  );
};

const Lanes = ({ timeline }: { timeline: TimelineModel }) => {
  const translate = useTranslate();
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {timeline.lanes.map((lane) => (
          <Lane key={`${lane.workflow} ${lane.step}`} lane={lane} timeline={timeline} />
        ))}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          gap: 1,
          color: 'text.secondary',
          fontSize: 12,
        }}
      >
        <DateTime value={new Date(timeline.from).toISOString()} withSeconds />
        <span>{translate('inspector.timeline.span', { elapsed: durationText(timeline.to - timeline.from) })}</span>
        <DateTime value={new Date(timeline.to).toISOString()} withSeconds />
      </Box>
    </>
  );
};

const Lane = ({ lane, timeline }: { lane: TimelineLane; timeline: TimelineModel }) => {
  const translate = useTranslate();
  const barText = ({ attempt, status, start, end }: TimelineBar) =>
    translate('inspector.timeline.bar', { attempt, status, elapsed: durationText(end - start) });
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '230px 1fr' },
        columnGap: 1.5,
        alignItems: 'center',
        paddingY: 0.25,
      }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: 13 }}>
        {lane.step}
        <StatusChip status={lane.status} />
      </Box>
      <Box component="span" sx={visuallyHidden}>
        {lane.bars.map(barText).join('; ')}
      </Box>
      <Box aria-hidden sx={{ position: 'relative', height: 16, borderRadius: 1, bgcolor: 'action.hover' }}>
        {lane.bars.map((bar) => (
          <Box
            key={`${bar.attempt} ${bar.start}`}
            title={barText(bar)}
            sx={{
              position: 'absolute',
              top: 2,
              bottom: 2,
              borderRadius: 0.5,
              bgcolor: colours[bar.status] ?? 'primary.main',
              ...barPosition(bar, timeline),
            }}
          />
        ))}
      </Box>
    </Box>
  );
};

type AttemptRow = TimelineBar & { readonly id: string };

/** The timeline as a table with a row for each attempt. */
const TimelineTable = ({ timeline }: { timeline: TimelineModel }) => {
  const translate = useTranslate();
  const rows: AttemptRow[] = timeline.lanes.flatMap(({ workflow, step, bars }) =>
    bars.map((bar) => ({ ...bar, workflow, step, id: `${workflow} ${step} ${bar.attempt} ${bar.start}` })),
  );
  return (
    <LocalList resource="workflowattempts" rows={rows}>
      <RelatedTable label="inspector.timeline.title">
        <DataTable.Col source="workflow" label="inspector.timeline.workflow" />
        <DataTable.Col source="step" label="inspector.workflows.step" />
        <DataTable.Col source="attempt" label="inspector.timeline.attempt" align="right" />
        <DataTable.Col source="status" label="inspector.workflows.status" field={StatusField} />
        <DataTable.Col<AttemptRow>
          source="start"
          label="inspector.workflows.start"
          render={({ start }) => <DateTime value={new Date(start).toISOString()} withSeconds />}
        />
        <DataTable.Col<AttemptRow>
          source="end"
          label="inspector.workflows.elapsed"
          align="right"
          render={({ start, end, isUnderWay }) =>
            isUnderWay ? translate('inspector.timeline.running') : durationText(end - start)
          }
        />
        <DataTable.Col source="error" label="inspector.workflows.error" />
      </RelatedTable>
    </LocalList>
  );
};
