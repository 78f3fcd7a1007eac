import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import HelpOutline from '@mui/icons-material/HelpOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRecordContext, useTranslate } from 'react-admin';
import type { ComponentProps } from 'react';
import type { Connection, ConnectionTest } from '../../shared/contract/connections.ts';
import { DialogButton } from '../components/actions.tsx';
import { DialogFrame } from '../components/DialogFrame.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { useSentOnce } from '../components/useSentOnce.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** Asks the provider of the connection whether a sign-in would work, as the connection is stored. */
export const ConnectionTestButton = () => {
  const connection = useRecordContext<Connection>();
  if (!connection) return null;
  return (
    <DialogButton
      label="connections.test.action"
      renderDialog={(close) => <TestDialog connection={connection} onClose={close} />}
    />
  );
};

const TestDialog = ({ connection: { id, name }, onClose }: { connection: Connection; onClose: () => void }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { data, error, isFetching, refetch } = useSentOnce(['connections.test', id], () =>
    provider.connections.test({ params: { id } }),
  );
  return (
    <DialogFrame
      title={translate('connections.test.title', { name })}
      maxWidth="md"
      actions={
        <>
          <Button disabled={isFetching} onClick={() => void refetch()}>
            {translate('connections.test.again')}
          </Button>
          <Button onClick={onClose}>{translate('connections.test.close')}</Button>
        </>
      }
      onClose={onClose}
    >
      {error && !isFetching && (
        <ErrorState error={error} title={translate('connections.test.failed')} onRetry={() => void refetch()} />
      )}
      {isFetching && (
        <>
          <output>{translate('connections.test.working')}</output>
          <LoadingRows rows={3} />
        </>
      )}
      {data && !isFetching && <Result test={data} />}
    </DialogFrame>
  );
};

const chips: Readonly<
  Record<ConnectionTest['steps'][number]['result'], Omit<ComponentProps<typeof StateChip>, 'label'>>
> = {
  passed: { icon: CheckCircle, severity: 'good' },
  failed: { icon: ErrorOutline, severity: 'bad' },
  unknown: { icon: HelpOutline, severity: 'warning' },
};

const Result = ({ test: { isOk, steps } }: { test: ConnectionTest }) => {
  const translate = useTranslate();
  return (
    <>
      <Alert severity={isOk ? 'success' : 'error'}>
        {translate(isOk ? 'connections.test.isOk' : 'connections.test.isNotOk')}
      </Alert>
      <Box component="ol" sx={{ display: 'grid', gap: 2, margin: 0, marginTop: 2, padding: 0, listStyle: 'none' }}>
        {steps.map(({ name, result, text }) => (
          <Box component="li" key={name} sx={{ display: 'grid', gap: 0.5 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <strong>{translate(`connections.test.steps.${name}`)}</strong>
              <StateChip {...chips[result]} label={`connections.test.results.${result}`} />
            </Box>
            <Box sx={{ overflowWrap: 'anywhere' }}>{text}</Box>
          </Box>
        ))}
      </Box>
    </>
  );
};
