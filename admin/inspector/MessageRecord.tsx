import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { HttpError, LinkBase, useGetOne, useNavigate, useTranslate } from 'react-admin';
import { sizeInK } from '../../shared/rules/message.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { Fact, Facts } from '../components/Fact.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { statusOf as httpStatusOf } from '../components/serverError.ts';
import { MessageDetail } from './MessageDetail.tsx';
import { messageAddress, messageCells } from './messageColumns.tsx';
import { columnNames } from './messageFilters.ts';
import { type MessageRow, messagesResource } from './messageRow.ts';
import { useMessageAddress } from './useMessageAddress.ts';
import { useNeighbours } from './useNeighbours.ts';

const tabs = ['workflows', 'processing', 'attachments', 'events'] as const;

interface MessageRecordProps {
  id: string;
  tab: string;
}

const quiet = () => undefined;

/** The page of one message; the way back leads to the list it was opened from, the others of that list lie beside it. */
export const MessageRecord = ({ id, tab }: MessageRecordProps) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const address = useMessageAddress();
  const isNumber = /^\d{1,15}$/.test(id);
  const { data, error, isFetching, refetch } = useGetOne<MessageRow>(
    messagesResource,
    { id: Number(id) },
    { retry: false, enabled: isNumber, onError: quiet },
  );
  const neighbours = useNeighbours(isNumber ? Number(id) : undefined, address);
  const query = address.query;
  const word = (name: string) => translate(`inspector.record.${name}`, { id });
  const isUnknown = !isNumber || [400, 404].includes(httpStatusOf(error));
  const failure = isUnknown ? new HttpError(word('unknown'), 404, null) : error;
  const neighbour = (name: 'newer' | 'older') => {
    const to = neighbours[name];
    return to === undefined ? (
      <Button size="small" disabled>
        {word(name)}
      </Button>
    ) : (
      <Button size="small" component={LinkBase} to={messageAddress(to, query, tab)}>
        {word(name)}
      </Button>
    );
  };
  return (
    <>
      <PageHeader
        title={word('title')}
        actions={
          <>
            <Button size="small" component={LinkBase} to={`/admin/messages${query === '' ? '' : `?${query}`}`}>
              {word('back')}
            </Button>
            {neighbour('newer')}
            {neighbour('older')}
          </>
        }
      />
      {failure && (isUnknown || !isFetching) && <ErrorState error={failure} onRetry={() => void refetch()} />}
      {!data && !failure && <LoadingRows rows={8} />}
      {data && (
        <>
          <Paper variant="outlined" sx={{ padding: 2, marginBottom: 1.5 }}>
            <MessageFacts message={data} />
          </Paper>
          <Paper variant="outlined" sx={{ padding: { xs: 1, sm: 2 } }}>
            <MessageDetail
              message={data}
              tab={tabs.find((name) => name === tab) ?? 'workflows'}
              onTab={(next) => navigate(messageAddress(data.id, query, next), { replace: true })}
            />
          </Paper>
        </>
      )}
    </>
  );
};

/** What the grid shows of a message, and what it has no column for. */
const MessageFacts = ({ message }: { message: MessageRow }) => {
  const translate = useTranslate();
  const label = (name: string) => translate(`inspector.fields.${name}`);
  return (
    <Facts>
      {columnNames
        .filter((name) => name !== 'MailMessageId')
        .map((name) => (
          <Fact key={name} label={label(name)}>
            {messageCells[name](message, '')}
          </Fact>
        ))}
      <Fact label={label('HispMessageId')}>{message.HispMessageId}</Fact>
      <Fact label={label('AttachmentCount')}>{message.AttachmentCount}</Fact>
      <Fact label={label('Size')}>{sizeInK(message.Size)}</Fact>
    </Facts>
  );
};
