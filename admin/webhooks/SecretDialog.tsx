import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { CopyButton } from '../components/CopyButton.tsx';
import { DialogFrame } from '../components/DialogFrame.tsx';

/** A generated secret, displayed once: only the button closes the dialog. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const translate = useTranslate();
  return (
    <DialogFrame
      title="webhooks.secret.title"
      maxWidth="sm"
      working
      actions={
        <Button variant="contained" onClick={onClose}>
          {translate('webhooks.secret.close')}
        </Button>
      }
      onClose={onClose}
    >
      <Typography>{translate('webhooks.secret.text')}</Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
          {secret}
        </Box>
        <CopyButton text={secret} label="webhooks.secret.copy" />
      </Box>
    </DialogFrame>
  );
};
