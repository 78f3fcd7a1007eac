import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { LinkBase, useTranslate } from 'react-admin';
import type { AuditEntry } from '../../shared/contract/audit.ts';
import { RunLink } from '../components/changes/RunLink.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { Moment } from '../components/Moment.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import type { RecordColumn } from '../components/RecordTable.tsx';
import { ListKeys } from '../components/ListKeys.tsx';
import { ServerList } from '../components/ServerList.tsx';
import { usePageAddress } from '../components/usePageAddress.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { AuditDeed } from './AuditDeed.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { auditPath, filterNames, queryOf, runOf } from './auditModel.ts';
import { AuditOutcomeChip } from './AuditOutcomeChip.tsx';
import { RunSummary } from './RunSummary.tsx';

const columns: readonly RecordColumn<AuditEntry>[] = [
  { name: 'at', label: 'audit.fields.at', render: ({ at }) => <Moment value={at} /> },
  { name: 'action', label: 'audit.fields.action', render: (entry) => <AuditDeed entry={entry} /> },
  { name: 'actorName', label: 'audit.fields.actorName', render: ({ actorName }) => actorName },
  { name: 'outcome', label: 'audit.fields.outcome', render: (entry) => <AuditOutcomeChip {...entry} /> },
];
/** Says nothing on the page of a run. */
const runColumn: RecordColumn<AuditEntry> = {
  name: 'runId',
  label: 'audit.fields.runId',
  render: ({ runId }) => runId && <RunLink run={runId} />,
};

/** Who changed what at this installation, and what a run of bulk changes did. */
export const AuditPage = () => {
  const translate = useTranslate();
  const address = usePageAddress();
  const run = runOf(address);
  const asked = useAnswer('audit', 'list', { query: queryOf(address) }, { keepPrevious: true });
  const isFiltered = filterNames.some((name) => address.filter(name) !== '');
  const clear = (
    <Button component={LinkBase} to={auditPath}>
      {translate('audit.clear')}
    </Button>
  );
  return (
    <ListKeys>
      <PageHeader title={run === undefined ? translate('audit.title') : translate('audit.run.title', { run })} />
      {run === undefined ? (
        <Typography color="textSecondary" gutterBottom>
          {translate('audit.intro')}
        </Typography>
      ) : (
        <RunSummary key={run} run={run} />
      )}
      <ServerList<AuditEntry>
        address={address}
        label="audit.title"
        columns={run === undefined ? [...columns, runColumn] : columns}
        rowId={({ id }) => String(id)}
        page={asked.data}
        isFetching={asked.isFetching}
        error={asked.error}
        onRetry={() => void asked.refetch()}
        searchLabel={null}
        filters={<AuditFilters address={address} action={isFiltered ? clear : null} />}
        empty={<EmptyState text={translate(isFiltered ? 'audit.noMatch' : 'audit.none')} />}
      />
    </ListKeys>
  );
};
