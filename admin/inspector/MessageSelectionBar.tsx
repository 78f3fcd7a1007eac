import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import { serverWords } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { RetryDialog } from '../retry/RetryDialog.tsx';
import { workflowsOf } from '../retry/retrySelection.ts';
import type { MessageSelection } from './useMessageSelection.ts';

/** How many messages are selected, and what can be done with them. */
export const MessageSelectionBar = ({ selection }: { selection: MessageSelection }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const [looking, setLooking] = useState(false);
  const [workflowIds, setWorkflowIds] = useState<string[]>([]);
  const clear = translate('inspector.clearSelection');
  const look = async () => {
    setLooking(true);
    try {
      const found = await workflowsOf(selection.ids, (body) => provider.call('diagnostics', 'search', { body }));
      if (found.length === 0) notify('inspector.retryNone', { type: 'info' });
      setWorkflowIds(found);
    } catch (error) {
      const words = [translate('inspector.retryLookFailed'), ...serverWords(error)];
      notify(words.join(' '), { type: 'error' });
    }
    setLooking(false);
  };
  return (
    <Box
      component="section"
      aria-label={translate('inspector.selection')}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, paddingX: 1.5, paddingBottom: 1 }}
    >
      <IconButton size="small" title={clear} aria-label={clear} onClick={selection.clear}>
        <Close fontSize="small" />
      </IconButton>
      <span aria-live="polite">{translate('inspector.selected', { smart_count: selection.ids.length })}</span>
      <Button size="small" variant="outlined" disabled={looking} onClick={() => void look()}>
        {translate(looking ? 'inspector.retryLooking' : 'inspector.retrySelected')}
      </Button>
      {workflowIds.length > 0 && <RetryDialog selection={{ workflowIds }} onClose={() => setWorkflowIds([])} />}
    </Box>
  );
};
