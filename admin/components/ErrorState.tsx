import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { correlationOf, serverMessages, statusOf } from './serverError.ts';

interface ErrorStateProps {
  error: unknown;
  /** What failed, in a sentence. */
  title?: string;
  onRetry?: () => void;
}

/** Says what failed in the server's words and offers to try again; a refusal by role offers nothing, it would fail again. */
export const ErrorState = ({ error, title, onRetry }: ErrorStateProps) => {
  const translate = useTranslate();
  const status = statusOf(error);
  const forbidden = status === 403;
  const words = serverMessages(error);
  const correlation = correlationOf(error);
  const heading = forbidden
    ? translate('components.states.forbidden')
    : (title ?? translate('components.states.failed'));
  return (
    <Alert
      severity={forbidden ? 'warning' : 'error'}
      action={
        onRetry && !forbidden && status !== 404 ? (
          <Button color="inherit" size="small" onClick={onRetry}>
            {translate('components.states.retry')}
          </Button>
        ) : undefined
      }
      sx={{ overflowWrap: 'anywhere' }}
    >
      <strong>{heading}</strong>
      {words
        .filter((text) => text !== heading)
        .map((text) => (
          <div key={text}>{text}</div>
        ))}
      {correlation && <div>{translate('components.states.correlation', { id: correlation })}</div>}
    </Alert>
  );
};
