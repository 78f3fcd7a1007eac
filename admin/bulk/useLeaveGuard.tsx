import Typography from '@mui/material/Typography';
import { useBlocker, useTranslate } from 'react-admin';
import { type ReactNode, useEffect } from 'react';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';

/**
 * Asks before somebody leaves a page with a run under way: by a link here, by closing the tab in the browser's own words. Gives
 * the question to draw while it is open.
 */
export const useLeaveGuard = (run: string | null, onLeave: () => void): ReactNode => {
  const translate = useTranslate();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => run !== null && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (run === null) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [run]);
  const isBlocked = blocker.state === 'blocked';
  // The run ended while the question was open: there is nothing left to lose.
  useEffect(() => {
    if (isBlocked && run === null) blocker.proceed?.();
    // oxlint-disable-next-line react/exhaustive-deps -- the blocker is a new object with every drawing; only its state counts
  }, [isBlocked, run]);
  if (!isBlocked || run === null) return null;
  return (
    <ConfirmDialog
      title={translate('bulk.leave.title')}
      confirmLabel={translate('bulk.leave.confirm')}
      onConfirm={() => {
        onLeave();
        blocker.proceed?.();
      }}
      onClose={() => blocker.reset?.()}
    >
      <Typography>{translate('bulk.leave.text', { run })}</Typography>
    </ConfirmDialog>
  );
};
