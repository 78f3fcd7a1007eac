import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { LinkBase, useTranslate } from 'react-admin';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DateRangePicker } from '../components/DateRangePicker.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { type RecordColumn, RecordTable } from '../components/RecordTable.tsx';
import { useAnswer } from '../providers/useAnswer.ts';
import { RetryDialog } from '../retry/RetryDialog.tsx';
import { type FailureGroup, groupAddress, groupKey, groupSelection, periodIn, periodQuery } from './failureGroup.ts';
import { InspectorNav } from './InspectorNav.tsx';
import { Word } from './Word.tsx';

const number = new Intl.NumberFormat('en-US');

/** What failed, by step, error and channel: each group opens its workflows in the grid, or is retried as a whole. */
export const FailureGroups = () => {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const [retrying, setRetrying] = useState<FailureGroup>();
  const byOrganization = params.get('organizations') === 'true';
  const period = periodIn(params);
  const asked = useAnswer(
    'retryjobs',
    'failureGroups',
    { query: { ...periodQuery(period), ...(byOrganization ? { byOrganization: 'true' } : {}) } },
    { keepPrevious: true },
  );
  const groups = asked.data?.items;
  const word = (name: string, values = {}) => translate(`inspector.failures.${name}`, values);
  const change = (values: Readonly<Record<string, string | undefined>>) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(values)) {
        if (value === undefined) after.delete(name);
        else after.set(name, value);
      }
      return after;
    });
  const organization: RecordColumn<FailureGroup> = {
    name: 'organization',
    label: word('organization'),
    render: ({ organizationName }) => organizationName ?? '',
  };
  const deed = (group: FailureGroup) => (
    <Button
      size="small"
      aria-label={word('retryNamed', {
        step: group.stepName,
        error: group.errorCode,
        channel: group.channel,
      })}
      onClick={() => setRetrying(group)}
    >
      {word('retry')}
    </Button>
  );
  return (
    <>
      <InspectorNav current="failures" />
      <PageHeader title={word('title')} />
      <Typography color="textSecondary" gutterBottom>
        {word('intro')}
      </Typography>
      <Paper variant="outlined" aria-busy={asked.isFetching}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', padding: 1.5 }}>
          <DateRangePicker
            label="inspector.failures.failed"
            value={period}
            onChange={(range) => change({ from: range?.from ?? 'all', to: range?.to })}
          />
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={byOrganization}
                onChange={(_, on) => change({ organizations: on ? 'true' : undefined })}
              />
            }
            label={word('byOrganization')}
          />
        </Box>
        {asked.error && (
          <ErrorState
            error={asked.error}
            {...(groups ? { title: translate('components.table.stale') } : {})}
            onRetry={() => void asked.refetch()}
          />
        )}
        {!groups && !asked.error && <LoadingRows rows={6} />}
        {groups?.length === 0 && <EmptyState text={word('none')} />}
        {groups && groups.length > 0 && (
          <RecordTable<FailureGroup>
            label={word('table')}
            rows={groups}
            rowId={groupKey}
            columns={[
              { name: 'step', label: word('step'), render: (group) => <GroupStep group={group} /> },
              { name: 'error', label: word('error'), render: (group) => <GroupError group={group} /> },
              { name: 'channel', label: word('channel'), render: ({ channel }) => <Word>{channel}</Word> },
              { name: 'direction', label: word('direction'), render: ({ direction }) => <Word>{direction}</Word> },
              ...(byOrganization ? [organization] : []),
              {
                name: 'count',
                label: word('count'),
                align: 'right',
                render: (group) => (
                  <Link
                    component={LinkBase}
                    to={groupAddress(group, period)}
                    aria-label={word('openNamed', {
                      count: number.format(group.count),
                      step: group.stepName,
                      error: group.errorCode,
                    })}
                  >
                    {number.format(group.count)}
                  </Link>
                ),
              },
              { name: 'first', label: word('first'), render: ({ firstAt }) => <DateTime value={firstAt} /> },
              { name: 'last', label: word('last'), render: ({ lastAt }) => <DateTime value={lastAt} /> },
            ]}
            actions={deed}
          />
        )}
      </Paper>
      {retrying && <RetryDialog selection={groupSelection(retrying, period)} onClose={() => setRetrying(undefined)} />}
    </>
  );
};

const GroupStep = ({ group }: { group: FailureGroup }) => (
  <>
    {group.stepName}
    <Box sx={{ color: 'text.secondary', fontSize: 12, whiteSpace: 'nowrap' }}>{group.workflowType}</Box>
  </>
);

const GroupError = ({ group }: { group: FailureGroup }) => (
  <>
    {group.error}
    <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{group.errorCode}</Box>
  </>
);
