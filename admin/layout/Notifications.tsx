import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';

/** Notifications show at top center for 5 seconds, one at a time, and close at a click (spec 2 section 8). */
export const notificationMs = 5000;

export const Notifications = () => {
  const translate = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<NotificationPayload>();
  useEffect(() => {
    if (shown || notifications.length === 0) return;
    const next = takeNotification();
    if (next) setShown(next);
  }, [shown, notifications, takeNotification]);
  if (!shown) return null;
  const close = () => setShown(undefined);
  const { message, type, notificationOptions } = shown;
  const wait = notificationOptions?.autoHideDuration;
  return (
    <Snackbar
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
