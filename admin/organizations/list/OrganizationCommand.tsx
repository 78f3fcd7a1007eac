import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { CopyButton } from '../../components/CopyButton.tsx';
import type { OrganizationListState } from '../useOrganizationList.ts';
import { organizationCommand } from './organizationCommand.ts';

/** The rows on screen as a command for scripts and schedulers. */
const OrganizationCommand = ({ list }: { list: OrganizationListState }) => {
  const translate = useTranslate();
  const command = organizationCommand(list);
  return (
    <Box sx={{ padding: 2 }}>
      <Typography variant="body2" color="textSecondary" sx={{ marginBottom: 1 }}>
        {translate('organizations.command.text')}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box
          component="code"
          sx={{
            flexGrow: 1,
            minWidth: 0,
            padding: 1,
            borderRadius: 1,
            bgcolor: 'action.hover',
            fontSize: 13,
            overflowWrap: 'anywhere',
            userSelect: 'all',
          }}
        >
          {command}
        </Box>
        <CopyButton text={command} label="organizations.command.copy" />
      </Box>
    </Box>
  );
};

export default OrganizationCommand;
