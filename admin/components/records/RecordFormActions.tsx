import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNavigate, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';

/** Cancel and Save Changes; nothing can be sent twice while a save is on its way. */
export const RecordFormActions = ({ path }: { path: string }) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { isSubmitting } = useFormState();
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        display: 'flex',
        justifyContent: 'flex-end',
        gap: 1,
        padding: 2,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        zIndex: 1,
      }}
    >
      <Button onClick={() => navigate(path)} disabled={isSubmitting}>
        {translate('records.save.cancel')}
      </Button>
      <Button type="submit" variant="contained" disableElevation disabled={isSubmitting} loading={isSubmitting}>
        {translate('records.save.action')}
      </Button>
    </Box>
  );
};
