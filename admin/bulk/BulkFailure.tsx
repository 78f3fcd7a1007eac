import Alert from '@mui/material/Alert';
import { useTranslate } from 'react-admin';
import { BulkError } from '../../shared/bulk/problems.ts';
import { ErrorState } from '../components/ErrorState.tsx';

interface BulkFailureProps {
  title: string;
  error: unknown;
  onRetry?: () => void;
}

/** What stopped a file, a plan or a run: our own words with the way out, or those of the server. */
export const BulkFailure = ({ title, error, onRetry }: BulkFailureProps) => {
  const translate = useTranslate();
  if (!(error instanceof BulkError)) return <ErrorState title={title} error={error} {...(onRetry && { onRetry })} />;
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      <strong>{title}</strong>
      <div>{error.message}</div>
      <div>{translate('bulk.hint', { hint: error.hint })}</div>
    </Alert>
  );
};
