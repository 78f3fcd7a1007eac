import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useApp } from '../providers/appContext.ts';
import { Notice } from '../components/Notice.tsx';

/** Error page for a configuration or profile that could not be loaded, which every other page needs. */
export const StartFailedPage = () => {
  const translate = useTranslate();
  const { problem } = useApp();
  return (
    <Notice title={translate('layout.startFailed')}>
      <Alert severity="error" sx={{ marginBottom: 2 }}>
        {problem?.text}
      </Alert>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {translate('layout.reload')}
      </Button>
    </Notice>
  );
};
