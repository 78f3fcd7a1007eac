import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useMutation } from '@tanstack/react-query';
import { useListContext, useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import { serverMessages } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { RetryDialog } from '../retry/RetryDialog.tsx';
import { workflowsOf } from '../retry/retrySelection.ts';

/** How many messages are selected, and what can be done with them. */
export const MessageSelectionBar = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const { selectedIds, onUnselectItems } = useListContext();
  const [workflowIds, setWorkflowIds] = useState<string[]>([]);
  const { mutate: findWorkflows, isPending } = useMutation({
    mutationFn: () => workflowsOf(selectedIds.map(Number), (body) => provider.call('diagnostics', 'search', { body })),
    onSuccess: (ids) => {
      if (ids.length === 0) notify('inspector.retryNone', { type: 'info' });
      setWorkflowIds(ids);
    },
    onError: (error) =>
      notify([translate('inspector.retryLookFailed'), ...serverMessages(error)].join(' '), { type: 'error' }),
  });
  const clear = translate('inspector.clearSelection');
  if (selectedIds.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label={translate('inspector.selection')}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, paddingX: 1.5, paddingY: 0.5 }}
    >
      <IconButton size="small" title={clear} aria-label={clear} onClick={() => onUnselectItems()}>
        <Close fontSize="small" />
      </IconButton>
      <span aria-live="polite">{translate('inspector.selected', { smart_count: selectedIds.length })}</span>
      <Button size="small" variant="outlined" disabled={isPending} onClick={() => findWorkflows()}>
        {translate(isPending ? 'inspector.retryLooking' : 'inspector.retrySelected')}
      </Button>
      {workflowIds.length > 0 && <RetryDialog selection={{ workflowIds }} onClose={() => setWorkflowIds([])} />}
    </Box>
  );
};
