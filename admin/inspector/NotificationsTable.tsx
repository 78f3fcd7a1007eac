import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { Notification } from '../../shared/contract/exchangeSchemas.ts';
import { durationText } from '../../shared/rules/duration.ts';
import { displayMessage } from '../../shared/rules/message.ts';
import { notificationStatusOf, notificationTypeOf } from '../../shared/rules/notification.ts';
import { DateTime } from '../components/DateTime.tsx';
import { DetailGrid } from './DetailGrid.tsx';
import { StatusChip } from '../components/StatusChip.tsx';
import { usePagedRows } from './useDetailGrid.ts';

/** Who was told about the message and how that went (spec 1 sections 3 and 4); texts are cut (spec 1 section 2). */
export const NotificationsTable = ({ notifications }: { notifications: readonly Notification[] }) => {
  const translate = useTranslate();
  const word = (name: string) => translate(`inspector.workflows.${name}`);
  const answer = usePagedRows(notifications);
  return (
    <>
      <Typography variant="h6" component="h2" sx={{ paddingTop: 1.5 }}>
        {word('notifications')}
      </Typography>
      <DetailGrid<Notification>
        label={word('notifications')}
        answer={answer}
        none={word('noNotifications')}
        rowId={({ id }) => id}
        columns={[
          { name: 'type', label: word('type'), render: ({ type }) => notificationTypeOf(type) },
          { name: 'target', label: word('target'), render: ({ target }) => target },
          {
            name: 'status',
            label: word('status'),
            render: ({ status }) => <StatusChip status={notificationStatusOf(status)} />,
          },
          { name: 'created', label: word('created'), render: ({ createdAt }) => <DateTime value={createdAt} /> },
          {
            name: 'completed',
            label: word('completedAt'),
            render: ({ completedAt }) => completedAt && <DateTime value={completedAt} />,
          },
          {
            name: 'duration',
            label: word('duration'),
            align: 'right',
            render: ({ duration }) => (duration === null ? '' : durationText(duration)),
          },
          { name: 'attempts', label: word('attempts'), align: 'right', render: ({ attemptCount }) => attemptCount },
          {
            name: 'messages',
            label: word('messages'),
            render: ({ messages }) => displayMessage(messages.join(' ')),
          },
        ]}
      />
    </>
  );
};
