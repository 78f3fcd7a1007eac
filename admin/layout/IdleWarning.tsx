import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'react-admin';
import { useId, useState, useSyncExternalStore } from 'react';
import { useApp } from '../providers/appContext.ts';

/** Screen readers announce the time left when the warning opens and at these seconds: each one would be too many. */
const announcedAt = [30, 10];

const unseen = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' } as const;

/** Before the session ends for want of an action: a countdown, and the choice to stay or to go. Escape stays. */
export const IdleWarning = () => {
  const { idle } = useApp();
  const secondsLeft = useSyncExternalStore(idle.subscribe, () => {
    const left = idle.msLeft();
    return left > idle.warningMs ? null : Math.max(0, Math.ceil(left / 1000));
  });
  return secondsLeft === null ? null : <Warning secondsLeft={secondsLeft} />;
};

const Warning = ({ secondsLeft }: { secondsLeft: number }) => {
  const translate = useTranslate();
  const { idle, session } = useApp();
  const [titleId, textId] = [useId(), useId()];
  const [openedAt] = useState(secondsLeft);
  const announced = announcedAt.findLast((seconds) => secondsLeft <= seconds && seconds < openedAt) ?? openedAt;
  // A session that has ended already is noticed by the clock or by the next call.
  const stay = () => void idle.stay().catch(() => undefined);
  return (
    <Dialog
      open
      onClose={(_event, reason) => reason === 'escapeKeyDown' && stay()}
      aria-labelledby={titleId}
      aria-describedby={textId}
      slotProps={{ paper: { role: 'alertdialog' } }}
    >
      <DialogTitle id={titleId}>{translate('idle.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId}>{translate('idle.text')}</DialogContentText>
        <DialogContentText role="timer" sx={{ marginTop: 1, fontWeight: 'bold' }}>
          {translate('idle.left', { smart_count: secondsLeft })}
        </DialogContentText>
        <span role="alert" style={unseen}>
          {translate('idle.left', { smart_count: announced })}
        </span>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => session.leaveFor('/account/logout')}>{translate('idle.signOut')}</Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has done nothing for minutes, and Enter keeps the session */}
        <Button variant="contained" autoFocus onClick={stay}>
          {translate('idle.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
