import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutline';
import Schedule from '@mui/icons-material/Schedule';
import Typography from '@mui/material/Typography';
import { DataTable, SelectInput, useTranslate } from 'react-admin';
import type { ProofReviewItem } from '../../shared/contract/idproofing.ts';
import { proofReviewStatuses } from '../../shared/rules/identityProofing.ts';
import { DateTimeField } from '../components/DateTime.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { option } from '../components/list/commandArguments.ts';
import { ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { ListTable, RecordLink } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';
import { StateChip } from '../components/StateChip.tsx';

const chips = {
  Pending: { icon: Schedule, severity: 'warning' },
  Approved: { icon: CheckCircle, severity: 'good' },
  Refused: { icon: Block, severity: 'bad' },
  Withdrawn: { icon: Block },
} as const;

export const ReviewStatusChip = ({ status }: Pick<ProofReviewItem, 'status'>) => (
  <StateChip {...chips[status]} label={`idproofing.statuses.${status}`} />
);

const filters = [
  <ListSearch key="q" source="q" alwaysOn label="idproofing.search" />,
  <SelectInput
    margin="none"
    key="status"
    source="status"
    alwaysOn
    label="idproofing.fields.status"
    emptyText="idproofing.all"
    helperText={false}
    choices={proofReviewStatuses.map((id) => ({ id, name: `idproofing.statuses.${id}` }))}
  />,
];

const command = catalogCommand('onboarding review', ({ status }) =>
  option('--status', typeof status === 'string' ? status : undefined),
);

/** The queue of the reviewers, the oldest document first. */
export const ProofReviewList = () => {
  const translate = useTranslate();
  const statusOf = ({ status }: ProofReviewItem) => translate(`idproofing.statuses.${status}`);
  const columns = [
    { source: 'name' },
    { source: 'userName' },
    { source: 'organizationName' },
    { source: 'uploadedAt' },
    { source: 'status', text: statusOf },
    { source: 'decidedBy' },
  ];
  return (
    <ListPage
      title={translate('idproofing.title')}
      intro={
        <Typography color="textSecondary" gutterBottom>
          {translate('idproofing.intro')}
        </Typography>
      }
      filters={filters}
      filterDefaultValues={{ status: 'Pending' }}
      actions={<ListToolbar columns={columns} command={command} />}
      sort={{ field: 'uploadedAt', order: 'ASC' }}
    >
      <ListTable emptyText="idproofing.none" aria-label={translate('idproofing.title')}>
        <DataTable.Col<ProofReviewItem>
          source="name"
          disableSort
          render={({ name }) => <RecordLink>{name}</RecordLink>}
        />
        <DataTable.Col source="userName" disableSort />
        <DataTable.Col source="organizationName" disableSort />
        <DataTable.Col source="uploadedAt" field={DateTimeField} />
        <DataTable.Col<ProofReviewItem> source="status" disableSort render={ReviewStatusChip} />
        <DataTable.Col source="decidedBy" disableSort />
      </ListTable>
    </ListPage>
  );
};
