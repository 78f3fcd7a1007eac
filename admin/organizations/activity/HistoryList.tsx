import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { HistoryEntry } from '../../../shared/contract/organizationActivity.ts';
import { actionWords } from '../../components/changes/changeWords.ts';
import { FieldChanges } from '../../components/changes/FieldChanges.tsx';
import { RunLink } from '../../components/changes/RunLink.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { useAnswer } from '../../providers/useAnswer.ts';
import { ActivityBox, AskedContent } from './ActivityBox.tsx';

const pageSize = 10;

/** Who changed what, when and why, field by field (experience: beyond the spec 1). */
export const HistoryList = ({ id }: { id: string }) => (
  <ActivityBox name="history">
    <HistoryRows id={id} />
  </ActivityBox>
);

const HistoryRows = ({ id }: { id: string }) => {
  const [page, setPage] = useState(1);
  const asked = useAnswer(
    'organizations',
    'history',
    { params: { id }, query: { pageNumber: page, pageSize } },
    { keepPrevious: true },
  );
  const { items = [], totalCount = 0 } = asked.data ?? {};
  return (
    <AskedContent asked={asked} isEmpty={totalCount === 0} none="activity.history.none">
      <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Box>
      <Pagination page={page} pageCount={Math.ceil(totalCount / pageSize)} onPage={setPage} />
    </AskedContent>
  );
};

const Entry = ({ entry }: { entry: HistoryEntry }) => {
  const translate = useTranslate();
  const action = actionWords(entry.action, translate);
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', paddingY: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'baseline' }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {action}
        </Typography>
        <Typography component="span" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {entry.actorName}, <Moment value={entry.at} />
        </Typography>
      </Box>
      {entry.reason && (
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {translate('activity.history.reason', { reason: entry.reason })}
        </Typography>
      )}
      {entry.runId && (
        <Typography color="textSecondary">
          <RunLink run={entry.runId} label={translate('activity.history.run', { run: entry.runId })} />
        </Typography>
      )}
      <FieldChanges label={translate('activity.history.fields', { action, when: entry.at })} changes={entry.changes} />
    </Box>
  );
};
