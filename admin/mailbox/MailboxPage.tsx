import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Inbox from '@mui/icons-material/InboxOutlined';
import Schedule from '@mui/icons-material/Schedule';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import { useId, useState } from 'react';
import type { CapturedMail } from '../../shared/contract/mailbox.ts';
import { ExpandButton } from '../components/ExpandButton.tsx';
import { ListPage } from '../components/ListPage.tsx';
import { ListTable, wrappedCell } from '../components/ListTable.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { StateChip } from '../components/StateChip.tsx';

const states = {
  Captured: { icon: Inbox, severity: 'plain' },
  Pending: { icon: Schedule, severity: 'warning' },
  Sent: { icon: CheckCircle, severity: 'good' },
  Failed: { icon: ErrorIcon, severity: 'bad' },
} as const;

/** Outgoing mail of the platform, so that a demo works without a mail server. */
export const MailboxPage = () => {
  const translate = useTranslate();
  return (
    <ListPage
      resource="mailbox"
      title={translate('mailbox.title')}
      intro={
        <Typography color="textSecondary" gutterBottom>
          {translate('mailbox.intro')}
        </Typography>
      }
    >
      <ListTable emptyText="mailbox.none" rowClick={false} aria-label={translate('mailbox.title')}>
        <DataTable.Col<CapturedMail>
          source="createdAt"
          disableSort
          render={({ createdAt }) => <DateTime value={createdAt} />}
        />
        <DataTable.Col source="recipient" disableSort />
        <DataTable.Col<CapturedMail>
          source="subject"
          disableSort
          cellClassName={wrappedCell}
          render={(mail) => <MailText mail={mail} />}
        />
        <DataTable.Col<CapturedMail>
          source="status"
          disableSort
          render={({ status }) => <StateChip {...states[status]} label={translate(`mailbox.statuses.${status}`)} />}
        />
      </ListTable>
    </ListPage>
  );
};

/** The subject, and the body below it when it is expanded. The body is rendered as text, never as HTML. */
const MailText = ({ mail: { subject, body, lastError } }: { mail: CapturedMail }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <ExpandButton
          name={translate(open ? 'mailbox.hide' : 'mailbox.show', { subject })}
          open={open}
          onToggle={() => setOpen(!open)}
          controls={id}
        />
        {subject}
      </Box>
      {open && (
        <Box id={id} sx={{ paddingLeft: 4, paddingBottom: 1, maxWidth: '75ch' }}>
          {lastError !== null && <Box sx={{ color: 'error.main', paddingBottom: 1 }}>{lastError}</Box>}
          <Box component="pre" sx={{ margin: 0, fontFamily: 'inherit', whiteSpace: 'pre-wrap' }}>
            {body}
          </Box>
        </Box>
      )}
    </>
  );
};
