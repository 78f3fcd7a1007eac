import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';
import { useEffect, useState } from 'react';

/** Notifications show at top center for 5 seconds, one at a time, and close at a click (spec 2 section 8). */
export const notificationMs = 5000;

/** Somebody went on after an error: what came of that is the news, and the error would contradict it. */
const isOvertaken = ([first, next]: readonly NotificationPayload[]) => first?.type === 'error' && next !== undefined;

export const Notifications = () => {
  const translate = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  // Counts what was closed, so that the next one, even with the same words, gets its own five seconds.
  const [closed, setClosed] = useState(0);
  const [shown] = notifications;
  useEffect(() => {
    if (isOvertaken(notifications)) takeNotification();
  }, [notifications, takeNotification]);
  if (!shown || isOvertaken(notifications)) return null;
  const close = () => {
    takeNotification();
    setClosed(closed + 1);
  };
  const { message, type, notificationOptions } = shown;
  const wait = notificationOptions?.autoHideDuration;
  return (
    <Snackbar
      key={closed}
      open
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      autoHideDuration={wait === undefined ? notificationMs : wait}
      onClose={(_event, reason) => {
        // A click elsewhere may be the next deed; the message stays until it was read.
        if (reason !== 'clickaway') close();
      }}
    >
      <Alert
        severity={type}
        variant="outlined"
        onClick={close}
        onClose={close}
        sx={{ cursor: 'pointer', bgcolor: 'background.paper', boxShadow: 6, overflowWrap: 'anywhere' }}
      >
        {typeof message === 'string' ? translate(message, notificationOptions?.messageArgs) : message}
      </Alert>
    </Snackbar>
  );
};
