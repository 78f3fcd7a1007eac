import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { UsageMonth } from '../../../shared/contract/organizationActivity.ts';
import { RecordTable } from '../../components/RecordTable.tsx';
import { useAnswer } from '../../providers/useAnswer.ts';
import { ActivityBox, AskedContent } from './ActivityBox.tsx';

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const number = new Intl.NumberFormat('en-US');

/** A count with a bar that shows its share of the largest; the number says it all. */
const Bar = ({ count, most }: { count: number; most: number }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}>
    <Box
      aria-hidden
      sx={{
        width: 80 * (most === 0 ? 0 : count / most),
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

/** Messages and fax pages by month. */
export const UsageList = ({ id }: { id: string }) => (
  <ActivityBox name="usage">
    <UsageRows id={id} />
  </ActivityBox>
);

const UsageRows = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const asked = useAnswer('organizations', 'usage', { params: { id } });
  const rows = asked.data?.items ?? [];
  const most = Math.max(0, ...rows.flatMap(({ messagesSent, messagesReceived }) => [messagesSent, messagesReceived]));
  const pages = Math.max(0, ...rows.map(({ faxPages }) => faxPages));
  const label = (name: string) => translate(`activity.usage.${name}`);
  return (
    <AskedContent asked={asked} isEmpty={rows.length === 0} none="activity.usage.none">
      <RecordTable<UsageMonth>
        label={label('table')}
        rows={rows}
        rowId={({ month }) => month}
        columns={[
          { name: 'month', label: label('month'), render: ({ month }) => monthName.format(new Date(month)) },
          {
            name: 'sent',
            label: label('sent'),
            align: 'right',
            render: ({ messagesSent }) => <Bar count={messagesSent} most={most} />,
          },
          {
            name: 'received',
            label: label('received'),
            align: 'right',
            render: ({ messagesReceived }) => <Bar count={messagesReceived} most={most} />,
          },
          {
            name: 'faxPages',
            label: label('faxPages'),
            align: 'right',
            render: ({ faxPages }) => <Bar count={faxPages} most={pages} />,
          },
        ]}
      />
    </AskedContent>
  );
};
