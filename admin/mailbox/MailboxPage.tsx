import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Inbox from '@mui/icons-material/InboxOutlined';
import Schedule from '@mui/icons-material/Schedule';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { CapturedMail } from '../../shared/contract/mailbox.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { Moment } from '../components/Moment.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import type { RecordColumn } from '../components/RecordTable.tsx';
import { ServerList } from '../components/ServerList.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { usePageAddress } from '../components/usePageAddress.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { MailText } from './MailText.tsx';

const states = {
  Captured: { icon: Inbox, tone: 'plain' },
  Pending: { icon: Schedule, tone: 'warning' },
  Sent: { icon: CheckCircle, tone: 'good' },
  Failed: { icon: ErrorIcon, tone: 'bad' },
} as const;

const MailState = ({ status }: Pick<CapturedMail, 'status'>) => {
  const translate = useTranslate();
  return <StateChip {...states[status]} label={translate(`mailbox.statuses.${status}`)} />;
};

const columns: readonly RecordColumn<CapturedMail>[] = [
  { name: 'createdAt', label: 'mailbox.fields.createdAt', render: ({ createdAt }) => <Moment value={createdAt} /> },
  { name: 'recipient', label: 'mailbox.fields.recipient', render: ({ recipient }) => recipient },
  { name: 'subject', label: 'mailbox.fields.subject', render: (mail) => <MailText mail={mail} /> },
  { name: 'status', label: 'mailbox.fields.status', render: ({ status }) => <MailState status={status} /> },
];

/** Mail that leaves or would leave the platform, so that a demo without a mail server can be tried to its end. */
export const MailboxPage = () => {
  const translate = useTranslate();
  const address = usePageAddress();
  const query = { pageNumber: address.page, pageSize: address.size };
  const { data, isFetching, error, refetch } = useAnswer('mailbox', 'list', { query }, { keepPrevious: true });
  return (
    <>
      <PageHeader title={translate('mailbox.title')} />
      <Typography color="textSecondary" gutterBottom>
        {translate('mailbox.intro')}
      </Typography>
      <ServerList
        address={address}
        label="mailbox.title"
        columns={columns}
        rowId={({ id }) => id}
        page={data}
        isFetching={isFetching}
        error={error}
        onRetry={() => void refetch()}
        searchLabel={null}
        empty={<EmptyState text={translate('mailbox.none')} />}
      />
    </>
  );
};
