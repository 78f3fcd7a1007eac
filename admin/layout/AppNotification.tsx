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

/** A text, or elements given to `notify`, with an icon of its severity. An error closes as soon as a newer notification waits, because it would contradict it. */
export const NotificationContent = ({ message, className = '', ...rest }: SnackbarContentProps) => {
  const close = useCloseNotification();
  const { notifications } = useNotificationContext();
  const isOvertaken = className.includes(NotificationClasses.error) && notifications.length > 0;
  useEffect(() => {
    if (isOvertaken) close();
  }, [isOvertaken, close]);
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
