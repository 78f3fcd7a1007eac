import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { LinkBase, useTranslate } from 'react-admin';
import { CollapsibleBox } from '../components/CollapsibleBox.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { ChannelTiles } from './ChannelTiles.tsx';
import { numberText, spanOf } from './dashboardModel.ts';
import { gridAddress, gridPath } from './grid/gridFilters.ts';
import { Workflows } from './grid/Workflows.tsx';
import { RefreshNote } from './RefreshNote.tsx';
import { ResultsTable } from './ResultsTable.tsx';
import { Section } from './Section.tsx';
import { SystemAlerts } from './SystemAlerts.tsx';
import { useMayOpenGrid, useMessageCounts } from './useDashboard.ts';
import { WorkerStatistics } from './WorkerStatistics.tsx';

/** How the exchange is doing (spec 1 section 2): alerts, both directions by channel, results, workers. It keeps itself up to date. */
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
                  to={gridAddress({ ...failed, ...(data && spanOfAll(data)) })}
                  variant="contained"
                >
                  {translate('dashboard.openFailures', { count: numberText(failures) })}
                </Button>
              )}
            </>
          )
        }
      >
        <RefreshNote updatedAt={counts.dataUpdatedAt} />
      </PageHeader>
      <SystemAlerts />
      {counts.error && (
        <Box sx={{ marginBottom: 2 }}>
          <ErrorState
            error={counts.error}
            title={translate(data ? 'components.states.stale' : 'dashboard.countsFailed', {
              what: translate('dashboard.countsFailed'),
            })}
            onRetry={() => void counts.refetch()}
          />
        </Box>
      )}
      {!data && !counts.error && <LoadingRows rows={8} />}
      {data && (
        <>
          <Section title={translate('dashboard.Inbound')}>
            <ChannelTiles direction="Inbound" channels={data.inboundMessages} at={data.at} />
          </Section>
          <Section title={translate('dashboard.Outbound')}>
            <ChannelTiles direction="Outbound" channels={data.outboundMessages} at={data.at} />
          </Section>
          <Section title={translate('dashboard.results')}>
            <ResultsTable results={data.results} span={spanOfAll(data)} />
          </Section>
        </>
      )}
      <WorkerStatistics />
      {mayOpen && (
        <CollapsibleBox title={translate('dashboard.latestFailures')}>
          <Workflows label={translate('dashboard.latestFailures')} fixed={failed} />
        </CollapsibleBox>
      )}
    </>
  );
};

const failed = { status: 'Failed' } as const;

type Counts = NonNullable<ReturnType<typeof useMessageCounts>['data']>;

const spanOfAll = ({ inboundMessages, outboundMessages, at }: Counts) => {
  const [any] = [...inboundMessages, ...outboundMessages];
  return any ? spanOf(any, at) : { from: '', to: at };
};
