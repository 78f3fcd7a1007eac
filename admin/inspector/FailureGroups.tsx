import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTable, LinkBase, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { DateRange } from '../../shared/rules/dateRange.ts';
import { DialogButton } from '../components/actions.tsx';
import { DateRangePicker } from '../components/DateRangePicker.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { actionsColumn } from '../components/ListTable.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { RetryDialog } from '../retry/RetryDialog.tsx';
import { type FailureGroup, groupAddress, groupKey, groupSelection, periodIn, periodQuery } from './failureGroup.ts';

type GroupRow = FailureGroup & { readonly id: string };

const number = new Intl.NumberFormat('en-US');
const label = (name: string) => `inspector.failures.${name}`;
const secondaryText = { color: 'text.secondary', fontSize: 12 };
const noWrap = () => ({ whiteSpace: 'nowrap' });

/** Failed workflows by step, error and channel: each group opens its workflows in the grid, or is retried as a whole. */
export const FailureGroups = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const [params, setParams] = useSearchParams();
  const byOrganization = params.get('organizations') === 'true';
  const period = periodIn(params);
  const input = { query: { ...periodQuery(period), ...(byOrganization ? { byOrganization: 'true' } : {}) } } as const;
  const query = useQuery({
    queryKey: ['retryjobs', 'failureGroups', input],
    queryFn: ({ signal }) => provider.retryjobs.failureGroups(input, { signal }),
    retry: false,
    placeholderData: keepPreviousData,
  });
  const change = (values: Readonly<Record<string, string | undefined>>) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(values)) {
        if (value === undefined) after.delete(name);
        else after.set(name, value);
      }
      return after;
    });
  return (
    <>
      <PageHeader title={translate(label('title'))} />
      <Typography color="textSecondary" gutterBottom>
        {translate(label('intro'))}
      </Typography>
      <Paper variant="outlined">
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
            label={translate(label('byOrganization'))}
          />
        </Box>
        <LocalList
          resource="failuregroups"
          rows={query.data?.items.map((group) => ({ ...group, id: groupKey(group) }))}
          query={query}
          empty={label('none')}
        >
          <RelatedTable label={label('table')}>
            <DataTable.Col<GroupRow>
              source="stepName"
              label={label('step')}
              render={({ stepName, workflowType }) => (
                <>
                  {stepName}
                  <Box sx={{ ...secondaryText, whiteSpace: 'nowrap' }}>{workflowType}</Box>
                </>
              )}
            />
            <DataTable.Col<GroupRow>
              source="error"
              label={label('error')}
              render={({ error, errorCode }) => (
                <>
                  {error}
                  <Box sx={secondaryText}>{errorCode}</Box>
                </>
              )}
            />
            <DataTable.Col source="channel" label={label('channel')} cellSx={noWrap} />
            <DataTable.Col source="direction" label={label('direction')} cellSx={noWrap} />
            {byOrganization && <DataTable.Col source="organizationName" label={label('organization')} />}
            <DataTable.Col<GroupRow>
              source="count"
              label={label('count')}
              align="right"
              render={(group) => <GroupLink group={group} period={period} />}
            />
            <DataTable.Col source="firstAt" label={label('first')} field={DateTimeField} />
            <DataTable.Col source="lastAt" label={label('last')} field={DateTimeField} />
            <DataTable.Col<GroupRow>
              source={actionsColumn}
              label="components.table.actions"
              render={(group) => <RetryGroupButton group={group} period={period} />}
            />
          </RelatedTable>
        </LocalList>
      </Paper>
    </>
  );
};

interface GroupProps {
  group: FailureGroup;
  period: DateRange | null;
}

const GroupLink = ({ group, period }: GroupProps) => {
  const { stepName: step, errorCode: error } = group;
  const count = number.format(group.count);
  const name = useTranslate()(label('openNamed'), { count, step, error });
  return (
    <Link component={LinkBase} to={groupAddress(group, period)} aria-label={name}>
      {count}
    </Link>
  );
};

const RetryGroupButton = ({ group, period }: GroupProps) => {
  const { stepName: step, errorCode: error, channel } = group;
  return (
    <DialogButton
      label={label('retry')}
      size="small"
      aria-label={useTranslate()(label('retryNamed'), { step, error, channel })}
      renderDialog={(close) => <RetryDialog selection={groupSelection(group, period)} onClose={close} />}
    />
  );
};
