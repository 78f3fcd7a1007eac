import Typography from '@mui/material/Typography';
import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';
import type { WorkflowDetail } from '../../shared/contract/exchangeSchemas.ts';
import { DateTime } from '../components/DateTime.tsx';
import { DetailGrid } from './DetailGrid.tsx';
import { messageAddress } from './messageColumns.tsx';
import { StatusChip } from '../components/StatusChip.tsx';
import { usePagedRows } from './useDetailGrid.ts';

/** Where the delivery to each recipient stands; what arrived here leads to the message it became. */
export const DeliveriesTable = ({ deliveries }: { deliveries: WorkflowDetail['deliveries'] }) => {
  const translate = useTranslate();
  const word = (name: string, values = {}) => translate(`inspector.workflows.${name}`, values);
  const answer = usePagedRows(deliveries);
  return (
    <>
      <Typography variant="subtitle2" component="h3" sx={{ paddingTop: 1 }}>
        {word('deliveries')}
      </Typography>
      <DetailGrid
        label={word('deliveries')}
        answer={answer}
        none=""
        rowId={({ recipient }) => recipient}
        columns={[
          { name: 'recipient', label: word('recipient'), render: ({ recipient }) => recipient },
          { name: 'route', label: word('route'), render: ({ route }) => route ?? '-' },
          { name: 'status', label: word('status'), render: ({ status }) => <StatusChip status={status} /> },
          { name: 'at', label: word('at'), render: ({ at }) => at && <DateTime value={at} /> },
          {
            name: 'message',
            label: translate('inspector.record.facts'),
            render: ({ deliveredMailMessageId: id }) =>
              id !== null && (
                <Link component={LinkBase} to={messageAddress(id)}>
                  {word('message', { id })}
                </Link>
              ),
          },
          { name: 'error', label: word('error'), render: ({ error }) => error ?? '' },
        ]}
      />
    </>
  );
};
