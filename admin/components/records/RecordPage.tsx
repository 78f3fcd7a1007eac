import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useQuery } from '@tanstack/react-query';
import { HttpError, LinkBase, Navigate, useTranslate } from 'react-admin';
import { type ReactNode, useState } from 'react';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { ErrorState } from '../ErrorState.tsx';
import { LoadingRows } from '../LoadingRows.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { statusOf } from '../serverError.ts';
import { DeleteRecordButton } from './DeleteRecordButton.tsx';
import type { RecordDesk, StoredRecord } from './recordDesk.ts';

interface RecordPageProps<Stored extends StoredRecord, Values extends object> {
  desk: RecordDesk<Stored, Values>;
  /** `add` is a record still to be made. */
  id: string;
  children: (stored: Stored | undefined) => ReactNode;
}

/** Id in the address that stands for a record still to be made. */
export const newRecordId = 'add';

/** Heading and body of one record, or of a new one. */
export const RecordPage = <Stored extends StoredRecord, Values extends object>(
  props: RecordPageProps<Stored, Values>,
) => {
  const { desk, id, children } = props;
  const translate = useTranslate();
  if (id !== newRecordId) return <StoredRecordPage {...props} />;
  return (
    <>
      <PageHeader title={translate(`${desk.words}.add`)} />
      {children(undefined)}
    </>
  );
};

/** Loads a record and hands it out once: what arrives later must not overwrite what is being typed. */
const StoredRecordPage = <Stored extends StoredRecord, Values extends object>(
  props: RecordPageProps<Stored, Values>,
) => {
  const { desk, id, children } = props;
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const [stored, setStored] = useState<Stored>();
  const [deleted, setDeleted] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [desk.words, 'record', id],
    queryFn: ({ signal }) => desk.load(provider, id, { signal }),
    enabled: stored === undefined,
    retry: false,
  });
  if (stored === undefined && data && !isFetching && !error) setStored(data);
  if (deleted) return <Navigate to={desk.path} replace />;
  if (stored) {
    return (
      <>
        <PageHeader
          title={stored.name}
          actions={<DeleteRecordButton desk={desk} stored={stored} onDeleted={() => setDeleted(true)} />}
        />
        {children(stored)}
      </>
    );
  }
  // An id of another shape is refused rather than looked for; to the reader neither is a record, and neither will be.
  const failure = statusOf(error) === 400 ? new HttpError(translate('records.unknown'), 404, null) : error;
  return (
    <>
      <PageHeader title={translate(`${desk.words}.title`)} />
      <Paper variant="outlined">
        {failure && !isFetching ? (
          <ErrorState error={failure} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows rows={8} />
        )}
      </Paper>
      <Button component={LinkBase} to={desk.path} sx={{ marginTop: 1 }}>
        {translate('records.back')}
      </Button>
    </>
  );
};
