import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { CopyButton } from '../CopyButton.tsx';

interface ListCommandProps {
  command: string;
  /** Message key of a text about filters that the command cannot have. */
  note?: string | undefined;
}

/** The visible rows as a command for scripts and schedulers. */
const ListCommand = ({ command, note }: ListCommandProps) => {
  const translate = useTranslate();
  return (
    <Box sx={{ padding: 2 }}>
      <Typography variant="body2" color="textSecondary" sx={{ marginBottom: 1 }}>
        {translate('components.list.command.text')}
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
        <CopyButton text={command} label="components.list.command.copy" />
      </Box>
      {note && (
        <Typography variant="body2" sx={{ marginTop: 1 }}>
          {translate(note)}
        </Typography>
      )}
    </Box>
  );
};

export default ListCommand;
