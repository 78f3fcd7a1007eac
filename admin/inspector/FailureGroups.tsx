import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
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
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { RetryDialog } from '../retry/RetryDialog.tsx';
import { type FailureGroup, groupAddress, groupKey, groupSelection, periodIn, periodQuery } from './failureGroup.ts';
import { InspectorNav } from './InspectorNav.tsx';
import { Word } from './Word.tsx';

const number = new Intl.NumberFormat('en-US');

/** What failed, by step, error and channel: each group opens its workflows in the grid, or is retried as a whole. */
export const FailureGroups = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const [params, setParams] = useSearchParams();
  const [retrying, setRetrying] = useState<FailureGroup>();
  const byOrganization = params.get('organizations') === 'true';
  const period = periodIn(params);
  const input = { query: { ...periodQuery(period), ...(byOrganization ? { byOrganization: 'true' } : {}) } } as const;
  const query = useQuery({
    queryKey: ['retryjobs', 'failureGroups', input],
    queryFn: ({ signal }) => provider.call('retryjobs', 'failureGroups', input, { signal }),
    retry: false,
    placeholderData: keepPreviousData,
  });
  const groups = query.data?.items;
  const text = (name: string, values = {}) => translate(`inspector.failures.${name}`, values);
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
    label: text('organization'),
    render: ({ organizationName }) => organizationName ?? '',
  };
  const actions = (group: FailureGroup) => (
    <Button
      size="small"
      aria-label={text('retryNamed', {
        step: group.stepName,
        error: group.errorCode,
        channel: group.channel,
      })}
      onClick={() => setRetrying(group)}
    >
      {text('retry')}
    </Button>
  );
  return (
    <>
      <InspectorNav current="failures" />
      <PageHeader title={text('title')} />
      <Typography color="textSecondary" gutterBottom>
        {text('intro')}
      </Typography>
      <Paper variant="outlined" aria-busy={query.isFetching}>
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
            label={text('byOrganization')}
          />
        </Box>
        {query.error && (
          <ErrorState
            error={query.error}
            {...(groups ? { title: translate('components.table.stale') } : {})}
            onRetry={() => void query.refetch()}
          />
        )}
        {!groups && !query.error && <LoadingRows rows={6} />}
        {groups?.length === 0 && <EmptyState text={text('none')} />}
        {groups && groups.length > 0 && (
          <RecordTable<FailureGroup>
            label={text('table')}
            rows={groups}
            rowId={groupKey}
            columns={[
              { name: 'step', label: text('step'), render: (group) => <GroupStep group={group} /> },
              { name: 'error', label: text('error'), render: (group) => <GroupError group={group} /> },
              { name: 'channel', label: text('channel'), render: ({ channel }) => <Word>{channel}</Word> },
              { name: 'direction', label: text('direction'), render: ({ direction }) => <Word>{direction}</Word> },
              ...(byOrganization ? [organization] : []),
              {
                name: 'count',
                label: text('count'),
                align: 'right',
                render: (group) => (
                  <Link
                    component={LinkBase}
                    to={groupAddress(group, period)}
                    aria-label={text('openNamed', {
                      count: number.format(group.count),
                      step: group.stepName,
                      error: group.errorCode,
                    })}
                  >
                    {number.format(group.count)}
                  </Link>
                ),
              },
              { name: 'first', label: text('first'), render: ({ firstAt }) => <DateTime value={firstAt} /> },
              { name: 'last', label: text('last'), render: ({ lastAt }) => <DateTime value={lastAt} /> },
            ]}
            actions={actions}
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
