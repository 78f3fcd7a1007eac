import Alert, { type AlertColor } from '@mui/material/Alert';
import { useTranslate } from 'react-admin';

export type AlertType = 'danger' | 'warning' | 'info' | 'success';

interface AlertBoxProps {
  type: AlertType;
  /** The words, or their message key. */
  title: string;
  messages?: readonly string[];
  onDismiss?: () => void;
}

const severities: Record<AlertType, AlertColor> = {
  danger: 'error',
  warning: 'warning',
  info: 'info',
  success: 'success',
};

/** The notification alert of spec 2 section 2: a heading by its type, a title, further messages; it may be dismissed. */
export const AlertBox = ({ type, title, messages = [], onDismiss }: AlertBoxProps) => {
  const translate = useTranslate();
  return (
    <Alert
      severity={severities[type]}
      {...(onDismiss && { onClose: onDismiss })}
      closeText={translate('components.alert.dismiss')}
      sx={{ overflowWrap: 'anywhere' }}
    >
      {(type === 'danger' || type === 'warning') && <strong>{translate(`components.alert.${type}`)} </strong>}
      {translate(title, { _: title })}
      {messages.length > 0 && (
        <ul style={{ margin: 0 }}>
          {messages.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
};
