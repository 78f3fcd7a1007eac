import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { DataTable, LinkBase, useTranslate } from 'react-admin';
import { workflowStatuses } from '../../shared/rules/exchange.ts';
import { workflowTypes } from '../../shared/rules/workflow.ts';
import { CollapsibleBox } from '../components/CollapsibleBox.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { ChannelTiles } from './ChannelTiles.tsx';
import { CountLink } from './CountLink.tsx';
import { numberText, type Span, spanOf } from './dashboardModel.ts';
import { gridAddress, gridPath } from './grid/gridFilters.ts';
import { typeKey } from './grid/workflowColumns.tsx';
import { Section, UpdatedAt } from './Section.tsx';
import { SystemAlerts } from './SystemAlerts.tsx';
import { useMayOpenGrid, useMessageCounts } from './useDashboard.ts';
import { WorkerStatistics } from './WorkerStatistics.tsx';
import { Workflows } from './WorkflowsPage.tsx';

const failedOnly = { status: 'Failed' } as const;

/** State of the exchange (spec 1 section 2): alerts, both directions by channel, results, workers; refreshed in intervals. */
export const MessagingDashboard = () => {
  const translate = useTranslate();
  const mayOpen = useMayOpenGrid();
  const counts = useMessageCounts();
  const { data } = counts;
  const channels = data ? [...data.inboundMessages, ...data.outboundMessages] : [];
  const failures = channels.reduce((sum, { failure }) => sum + failure, 0);
  return (
    <>
      <PageHeader
        title={translate('dashboard.title')}
        actions={
          mayOpen && (
            <>
              <Button component={LinkBase} to={gridPath}>
                {translate('dashboard.openGrid')}
              </Button>
              {failures > 0 && (
                <Button
                  component={LinkBase}
                  to={gridAddress({ ...failedOnly, ...(data && spanOfAll(data)) })}
                  variant="contained"
                >
                  {translate('dashboard.openFailures', { count: numberText(failures) })}
                </Button>
              )}
            </>
          )
        }
      >
        <UpdatedAt at={counts.dataUpdatedAt} />
      </PageHeader>
      <SystemAlerts />
      <QueryState query={counts} failed="dashboard.countsFailed" rows={8}>
        {(loaded) => (
          <>
            <Section title={translate('dashboard.Inbound')}>
              <ChannelTiles direction="Inbound" channels={loaded.inboundMessages} at={loaded.at} />
            </Section>
            <Section title={translate('dashboard.Outbound')}>
              <ChannelTiles direction="Outbound" channels={loaded.outboundMessages} at={loaded.at} />
            </Section>
            <Section title={translate('dashboard.results')}>
              <ResultsTable results={loaded.results} span={spanOfAll(loaded)} />
            </Section>
          </>
        )}
      </QueryState>
      <WorkerStatistics />
      {mayOpen && (
        <CollapsibleBox title={translate('dashboard.latestFailures')}>
          <Workflows label={translate('dashboard.latestFailures')} fixed={failedOnly} />
        </CollapsibleBox>
      )}
    </>
  );
};

type Counts = NonNullable<ReturnType<typeof useMessageCounts>['data']>;

const spanOfAll = ({ inboundMessages, outboundMessages, at }: Counts): Span => {
  const [channel] = [...inboundMessages, ...outboundMessages];
  return channel ? spanOf(channel, at) : { from: '', to: at };
};

const typeRows = workflowTypes.map((type) => ({ id: type }));

/** Workflows of the last 24 hours by type and status. */
const ResultsTable = ({ results, span }: { results: Counts['results']; span: Span }) => {
  const translate = useTranslate();
  const countOf = (type: string, status: string) =>
    results.reduce((sum, result) => (result.type === type && result.status === status ? sum + result.count : sum), 0);
  return (
    <Paper variant="outlined">
      <LocalList resource="workflowresults" rows={typeRows}>
        <RelatedTable label="dashboard.results">
          <DataTable.Col<(typeof typeRows)[number]>
            source="id"
            label="workflows.columns.type"
            render={({ id }) => translate(typeKey(id))}
          />
          {workflowStatuses.map((status) => (
            <DataTable.Col<(typeof typeRows)[number]>
              key={status}
              source={status}
              label={status}
              align="right"
              render={({ id: type }) => (
                <CountLink
                  count={countOf(type, status)}
                  filters={{ type, status, ...span }}
                  name={`${translate(typeKey(type))}, ${status}`}
                />
              )}
            />
          ))}
        </RelatedTable>
      </LocalList>
    </Paper>
  );
};
