import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Replay from '@mui/icons-material/Replay';
import Schedule from '@mui/icons-material/Schedule';
import Sync from '@mui/icons-material/Sync';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DataTable, type RaRecord, useListContext, useLocation, useTranslate } from 'react-admin';
import { type ReactNode, useCallback, useState } from 'react';
import type {
  ApiCapture,
  HistoryEntry,
  OutboundJob,
  UsageMonth,
} from '../../../shared/contract/organizationActivity.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { ActionButton } from '../../components/actions.tsx';
import { actionText } from '../../components/changes/changeText.ts';
import { FieldChanges } from '../../components/changes/FieldChanges.tsx';
import { RunLink } from '../../components/changes/RunLink.tsx';
import { CollapsibleBox } from '../../components/CollapsibleBox.tsx';
import { DateTime, DateTimeField, dateText } from '../../components/DateTime.tsx';
import { LabelButton } from '../../components/LabelButton.tsx';
import { RelatedList, RelatedTable } from '../../components/RelatedList.tsx';
import { type Severity, StateChip } from '../../components/StateChip.tsx';
import { useAppConfig } from '../../providers/appContext.ts';

const perPage = 10;

/** Usage by month, change history, captured calls and outbound jobs; each list is loaded when it is opened. */
export const OrganizationActivity = ({ organization: { id, apiCapture } }: { organization: Organization }) => {
  const { apiCaptureEnabled } = useAppConfig().features;
  return (
    <>
      <ActivityList name="usage" reference="usagemonths">
        <UsageTable />
      </ActivityList>
      <ActivityList name="history" reference="organizationhistory">
        <Records<HistoryEntry> render={(entry) => <Entry entry={entry} />} />
      </ActivityList>
      {apiCaptureEnabled && (
        <ActivityList name="captures" reference="apicaptures" header={<CaptureHint isCapturing={apiCapture} />}>
          <Records<ApiCapture> render={(capture) => <Capture capture={capture} />} />
        </ActivityList>
      )}
      <ActivityList name="jobs" reference="outboundjobs" header={<JobButtons id={id} />}>
        <JobTable />
      </ActivityList>
    </>
  );
};

interface ActivityListProps {
  /** Key of its texts under `activity`, and its hash in an address that opens it. */
  name: 'usage' | 'history' | 'captures' | 'jobs';
  reference: string;
  header?: ReactNode;
  children: ReactNode;
}

const isUnderWay = ({ status }: OutboundJob) => status === 'Pending' || status === 'In Progress';
const pollMs = 2000;

const ActivityList = ({ name, reference, header, children }: ActivityListProps) => {
  const translate = useTranslate();
  const { hash, key } = useLocation();
  const isNamed = hash === `#${name}`;
  const focus = useCallback(
    (box: HTMLElement | null) => {
      if (isNamed) box?.querySelector('button')?.focus();
    },
    [isNamed],
  );
  return (
    // The same link followed again opens the box again.
    <div key={isNamed ? key : name} ref={focus}>
      <CollapsibleBox title={translate(`activity.${name}.title`)} defaultOpen={isNamed}>
        <RelatedList
          reference={reference}
          perPage={name === 'usage' ? 1000 : perPage}
          {...(name === 'jobs' && { queryOptions: pollJobs })}
          renderFrame={(rows) => (
            <>
              {header}
              {rows}
            </>
          )}
          empty={<Typography color="textSecondary">{translate(`activity.${name}.none`)}</Typography>}
        >
          {children}
        </RelatedList>
      </CollapsibleBox>
    </div>
  );
};

const pollJobs = {
  refetchInterval: ({ state }: { state: { data?: { data: unknown[] } | undefined } }) =>
    ((state.data?.data ?? []) as OutboundJob[]).some(isUnderWay) ? pollMs : false,
};

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const number = new Intl.NumberFormat('en-US');

type Month = UsageMonth & { id: string };

/** Messages and fax pages by month. */
const UsageTable = () => {
  const { data = [] } = useListContext<Month>();
  const max = (...counts: number[]) => Math.max(0, ...counts);
  const maxMessages = max(...data.flatMap(({ messagesSent, messagesReceived }) => [messagesSent, messagesReceived]));
  const maxPages = max(...data.map(({ faxPages }) => faxPages));
  const label = (name: string) => `activity.usage.${name}`;
  return (
    <RelatedTable label={label('table')}>
      <DataTable.Col<Month>
        source="month"
        label={label('month')}
        render={({ month }) => monthName.format(new Date(month))}
      />
      {(['messagesSent', 'messagesReceived', 'faxPages'] as const).map((source) => (
        <DataTable.NumberCol<Month>
          key={source}
          source={source}
          label={label(source)}
          render={(month) => <Bar count={month[source]} max={source === 'faxPages' ? maxPages : maxMessages} />}
        />
      ))}
    </RelatedTable>
  );
};

/** A count with a bar that shows its share of the maximum. */
const Bar = ({ count, max }: { count: number; max: number }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}>
    <Box
      aria-hidden
      sx={{
        width: 80 * (max === 0 ? 0 : count / max),
        height: 8,
        borderRadius: 0.5,
        backgroundColor: 'primary.main',
        flexShrink: 0,
        display: { xs: 'none', sm: 'block' },
      }}
    />
    <Box component="span" sx={{ minWidth: 56, textAlign: 'right' }}>
      {number.format(count)}
    </Box>
  </Box>
);

interface RecordsProps<Item> {
  render: (item: Item) => ReactNode;
}

const Records = <Item extends RaRecord>({ render }: RecordsProps<Item>) => {
  const { data = [] } = useListContext<Item>();
  return (
    <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {data.map((item) => (
        <Box key={item.id} component="li" sx={{ borderTop: 1, borderColor: 'divider', paddingY: 1 }}>
          {render(item)}
        </Box>
      ))}
    </Box>
  );
};

/** Who changed what, when and why, field by field. */
const Entry = ({ entry }: { entry: HistoryEntry }) => {
  const translate = useTranslate();
  const action = actionText(entry.action, translate);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'baseline' }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {action}
        </Typography>
        <Typography component="span" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {entry.actorName}, <DateTime value={entry.at} />
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
    </>
  );
};

const CaptureHint = ({ isCapturing }: { isCapturing: boolean }) => {
  const translate = useTranslate();
  return (
    <Typography color="textSecondary" gutterBottom>
      {translate(`activity.captures.${isCapturing ? 'on' : 'off'}`)} {translate('activity.captures.masked')}
    </Typography>
  );
};

/** An API call of the organization that was captured; every value in it is masked (spec 1 section 4). */
const Capture = ({ capture }: { capture: ApiCapture }) => {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const text = (name: string, values?: Record<string, unknown>) => translate(`activity.captures.${name}`, values);
  const detailsId = `capture-${capture.id}`;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center' }}>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          aria-label={text(isOpen ? 'hide' : 'show', { when: capture.at })}
          onClick={() => setIsOpen(!isOpen)}
          sx={{ textTransform: 'none' }}
        >
          <DateTime value={capture.at} />
        </Button>
        <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
          {capture.method} {capture.route}
        </Box>
        <span>
          {text('status')} {capture.status}
        </span>
        <span>{text('milliseconds', { count: capture.durationMs })}</span>
        <Typography component="span" color="textSecondary">
          {capture.actorName}, {text('expires')} {dateText(capture.expiresAt)}
        </Typography>
      </Box>
      <Box id={detailsId} hidden={!isOpen} sx={{ paddingTop: 1 }}>
        <Masked title={text('query')} value={capture.query} />
        <Masked title={text('request')} value={capture.requestBody} />
        <Masked title={text('response')} value={capture.responseBody} />
      </Box>
    </>
  );
};

const Masked = ({ title, value }: { title: string; value: unknown }) => {
  const translate = useTranslate();
  return (
    <>
      <Typography component="h3" variant="subtitle2">
        {title}
      </Typography>
      <Box
        component="pre"
        tabIndex={0}
        sx={{ margin: 0, marginBottom: 1, maxHeight: 240, overflow: 'auto', fontSize: 12 }}
      >
        {value === null || value === undefined
          ? translate('activity.captures.nothing')
          : JSON.stringify(value, null, 2)}
      </Box>
    </>
  );
};

const chips: Record<OutboundJob['status'], { icon: typeof Sync; severity: Severity }> = {
  Pending: { icon: Schedule, severity: 'plain' },
  'In Progress': { icon: Sync, severity: 'plain' },
  Completed: { icon: CheckCircle, severity: 'good' },
  Failed: { icon: ErrorOutlined, severity: 'bad' },
  Retrying: { icon: Replay, severity: 'warning' },
};

const JobButtons = ({ id }: { id: string }) => {
  const { refetch, isFetching } = useListContext();
  return (
    <Box sx={{ display: 'flex', gap: 1, marginBottom: 1 }}>
      <ActionButton
        variant="outlined"
        label="activity.jobs.again"
        send={(provider) => provider.organizations.sync({ params: { id } })}
        done="organizations.sync.started"
        failed="organizations.sync.failed"
        changes={['outboundjobs']}
      />
      <LabelButton label="activity.jobs.refresh" disabled={isFetching} onClick={() => void refetch()} />
    </Box>
  );
};

/** Calls to other systems about the organization with their status. */
const JobTable = () => {
  const translate = useTranslate();
  const label = (name: string) => `activity.jobs.${name}`;
  return (
    <RelatedTable label={label('table')}>
      <DataTable.Col<OutboundJob>
        source="kind"
        label={label('kind')}
        render={({ kind }) => translate(label(`kinds.${kind.replace('.', '_')}`), { _: kind })}
      />
      <DataTable.Col<OutboundJob>
        source="status"
        label={label('status')}
        render={({ status }) => <StateChip {...chips[status]} label={label(`statuses.${status}`)} />}
      />
      <DataTable.NumberCol source="attempts" label={label('attempts')} />
      <DataTable.Col source="createdAt" label={label('requested')} field={DateTimeField} />
      <DataTable.Col source="nextAttemptAt" label={label('next')} field={DateTimeField} />
      <DataTable.Col source="finishedAt" label={label('finished')} field={DateTimeField} />
      <DataTable.Col source="lastError" label={label('error')} />
    </RelatedTable>
  );
};
