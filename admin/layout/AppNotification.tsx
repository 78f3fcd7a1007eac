import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import WarningAmber from '@mui/icons-material/WarningAmber';
import SnackbarContent, { type SnackbarContentProps } from '@mui/material/SnackbarContent';
import { Notification, NotificationClasses, useCloseNotification, useNotificationContext } from 'react-admin';
import { useEffect } from 'react';

/** Notifications are displayed at top center for 5 seconds, one at a time, and close at a click (spec 2 section 8). */
export const notificationMs = 5000;

const icons = [
  [NotificationClasses.error, ErrorOutline],
  [NotificationClasses.warning, WarningAmber],
  [NotificationClasses.success, CheckCircle],
] as const;

/** A text, or elements given to `notify`, with an icon of its severity. It closes as soon as a newer notification waits: messages of several actions would queue for 5 seconds each. */
export const NotificationContent = ({ message, className = '', ...rest }: SnackbarContentProps) => {
  const close = useCloseNotification();
  const { notifications } = useNotificationContext();
  const isReplaced = notifications.length > 0;
  useEffect(() => {
    if (isReplaced) close();
  }, [isReplaced, close]);
  const Icon = icons.find(([severity]) => className.includes(severity))?.[1] ?? InfoOutlined;
  return (
    <SnackbarContent
      {...rest}
      className={className}
      onClick={close}
      message={
        <>
          <Icon fontSize="small" aria-hidden sx={{ marginRight: 1, verticalAlign: 'text-bottom' }} />
          {message}
        </>
      }
      sx={{ cursor: 'pointer', overflowWrap: 'anywhere' }}
    />
  );
};

export const AppNotification = () => (
  <Notification
    autoHideDuration={notificationMs}
    anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
    transitionDuration={0}
    slots={{ content: NotificationContent }}
    // A click elsewhere may be the next action; the message stays until it was read.
    slotProps={{ clickAwayListener: { mouseEvent: false, touchEvent: false } }}
  />
);
