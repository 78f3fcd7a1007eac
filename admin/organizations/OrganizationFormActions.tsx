import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRedirect, useTranslate } from 'ra-core';
import { useFormState } from 'react-hook-form';
import { organizationsResource } from './useOrganizationList.ts';

/** Cancel and Save Changes; nothing can be sent twice while a save is on its way. */
export const OrganizationFormActions = () => {
  const translate = useTranslate();
  const redirect = useRedirect();
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
      <Button onClick={() => redirect('list', organizationsResource)} disabled={isSubmitting}>
        {translate('organizations.save.cancel')}
      </Button>
      <Button type="submit" variant="contained" disableElevation disabled={isSubmitting} loading={isSubmitting}>
        {translate('organizations.save.action')}
      </Button>
    </Box>
  );
};
