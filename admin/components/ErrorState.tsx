import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { correlationOf, fieldErrorsOf, serverMessages, statusOf } from './serverError.ts';

interface ErrorStateProps {
  error: unknown;
  /** Heading: a sentence about the failed request. */
  title?: string;
  onRetry?: () => void;
  /** Message key of the button where it does something else. */
  retryText?: string;
}

/** An error with the texts of the server and a Retry button; not for a refusal by role, which would fail again. */
export const ErrorState = ({ error, title, onRetry, retryText = 'components.states.retry' }: ErrorStateProps) => {
  const translate = useTranslate();
  const status = statusOf(error);
  const forbidden = status === 403;
  // Without a form, a text about a parameter of the address has to name it.
  const parameters = Object.entries(fieldErrorsOf(error)).map(([name, text]) => `${name}: ${text}`);
  const texts = parameters.length > 0 ? parameters : serverMessages(error);
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
            {translate(retryText)}
          </Button>
        ) : undefined
      }
      sx={{ overflowWrap: 'anywhere' }}
    >
      <strong>{heading}</strong>
      {texts
        .filter((text) => text !== heading)
        .map((text) => (
          <div key={text}>{text}</div>
        ))}
      {correlation && <div>{translate('components.states.correlation', { id: correlation })}</div>}
    </Alert>
  );
};
