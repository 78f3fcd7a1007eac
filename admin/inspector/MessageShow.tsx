import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import {
  HttpError,
  LinkBase,
  ShowBase,
  useGetList,
  useNavigate,
  useParams,
  useRecordContext,
  useShowContext,
  useTranslate,
} from 'react-admin';
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { sizeInK } from '../../shared/rules/message.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { BreakableText } from '../components/BreakableText.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { listParamsIn } from '../components/ListAddress.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { WayUp } from '../components/RecordPages.tsx';
import { unknownRecord } from '../components/serverError.ts';
import { allTabs, MessageDetail, type DetailTab, detailTabs } from './MessageDetail.tsx';
import { messageAddress, messageColumns, type MessageRow } from './messageColumns.tsx';
import { fixedFilters, messageAddressFormat } from './messageFilters.ts';

const queryOptions = { retry: false, onError: () => undefined };

/** The page of one message; its links lead back to the list it was opened from and to that list's other messages. */
export const MessageShow = () => {
  const { id = '', '*': requested } = useParams();
  const tab = allTabs.find((name) => name === requested) ?? 'workflows';
  const translate = useTranslate();
  const isNumber = /^\d{1,15}$/.test(id);
  return (
    <ShowBase key={id} id={Number(id)} queryOptions={{ ...queryOptions, enabled: isNumber }} disableAuthentication>
      <MessageHeader id={id} tab={tab} />
      {isNumber ? (
        <LoadedMessage tab={tab} />
      ) : (
        <ErrorState error={new HttpError(translate('inspector.record.unknown'), 404)} />
      )}
    </ShowBase>
  );
};

/** Type and status of the message, on every tab. */
const MessageChips = () => {
  const message = useRecordContext<MessageRow>();
  return (
    message &&
    messageColumns
      .filter(({ source }) => source === 'Type' || source === 'Status')
      .map(({ source, render }) => (
        <Box key={source} component="span" sx={{ fontSize: 14 }}>
          {render(message)}
        </Box>
      ))
  );
};

const MessageHeader = ({ id, tab }: { id: string; tab: DetailTab }) => {
  const message = useRecordContext<MessageRow>();
  const translate = useTranslate();
  const { search } = useLocation();
  const neighbors = useNeighbors(Number(id), search);
  const neighbor = (name: 'newer' | 'older') => {
    const to = neighbors[name];
    return (
      <Button
        size="small"
        {...(to === undefined ? { disabled: true } : { component: LinkBase, to: messageAddress(to, search, tab) })}
      >
        {translate(`inspector.record.${name}`)}
      </Button>
    );
  };
  const title = translate('inspector.record.title', { id });
  return (
    <>
      <WayUp name={title} list={{ to: `/admin/messages${search}`, title: 'inspector.title' }} />
      <PageHeader
        title={title}
        {...(message && { section: translate(`inspector.tabs.${tab}`) })}
        actions={
          <>
            <MessageChips />
            {neighbor('newer')}
            {neighbor('older')}
          </>
        }
      />
    </>
  );
};

/**
 * The messages before and after this one by number, among those that the filters of the address match. react-admin's PrevNextButtons
 * would load 1,000 messages and look for this one among them.
 */
const useNeighbors = (id: number, search: string) => {
  const filter = useMemo(() => {
    const { filter: filters } = listParamsIn(search, messageAddressFormat, 1);
    return { ...fixedFilters(filters), ...filters };
  }, [search]);
  const next = (operator: 'gt' | 'lt') => ({
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'MailMessageId', order: operator === 'gt' ? ('ASC' as const) : ('DESC' as const) },
    filter: { ...filter, [`MailMessageId_${operator}`]: id },
  });
  const options = { ...queryOptions, enabled: Number.isSafeInteger(id) };
  const newer = useGetList<MessageRow>('messages', next('gt'), options);
  const older = useGetList<MessageRow>('messages', next('lt'), options);
  return { newer: newer.data?.[0]?.id, older: older.data?.[0]?.id };
};

const LoadedMessage = ({ tab }: { tab: DetailTab }) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { record, error, isFetching, refetch } = useShowContext<MessageRow>();
  const failure = unknownRecord(error, translate('inspector.record.unknown'));
  if (!record) {
    return failure && !isFetching ? (
      <ErrorState error={failure} onRetry={() => void refetch()} />
    ) : (
      <LoadingRows rows={8} />
    );
  }
  return (
    <>
      <Paper variant="outlined" sx={{ padding: 2, marginBottom: 1.5 }}>
        <MessageSummary />
      </Paper>
      <Paper variant="outlined" sx={{ padding: { xs: 1, sm: 2 } }}>
        <MessageDetail
          tab={detailTabs(record).find((name) => name === tab) ?? 'workflows'}
          onTab={(next: DetailTab) => navigate(messageAddress(record.id, search, next), { replace: true })}
        />
      </Paper>
    </>
  );
};

/** Values of the columns, all or the named ones, and those that have none. */
export const MessageSummary = ({ only }: { only?: readonly string[] }) => {
  const message = useRecordContext<MessageRow>();
  if (!message) return null;
  const columns = messageColumns.filter(({ source }) => only?.includes(source) ?? source !== 'MailMessageId');
  return (
    <LabeledValues>
      {columns.map(({ source, label, render }) => (
        <LabeledValue key={source} label={label}>
          {render(message)}
        </LabeledValue>
      ))}
      <LabeledValue label="inspector.fields.HispMessageId">
        <BreakableText text={message.HispMessageId} />
      </LabeledValue>
      <LabeledValue label="inspector.fields.AttachmentCount">{message.AttachmentCount}</LabeledValue>
      <LabeledValue label="inspector.fields.Size">{sizeInK(message.Size)}</LabeledValue>
    </LabeledValues>
  );
};
