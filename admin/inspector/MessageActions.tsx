import Replay from '@mui/icons-material/Replay';
import Send from '@mui/icons-material/SendOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { useMessagePresence } from '../live/useMessagePresence.ts';
import type { MessageRow } from './messageColumns.tsx';
import { useMessageWorkflows } from './messageWorkflows.ts';
import { RetryStepDialog } from './RetryStepDialog.tsx';
import { SendOnDialog } from './SendOnDialog.tsx';

/** The message action bar (spec 1 section 2), and the other users who have the message open. */
export const MessageActions = ({ message }: { message: MessageRow }) => {
  const translate = useTranslate();
  const others = useMessagePresence(message.id);
  const [dialog, setDialog] = useState<'retry' | 'send'>();
  const failed = useFailedStep(message);
  const close = () => setDialog(undefined);
  const bar = useFocusAfterRemoval(failed !== undefined);
  return (
    <>
      {others.map((notice) => (
        <Alert key={notice} severity="info" sx={{ marginBottom: 1 }}>
          {notice}
        </Alert>
      ))}
      <Box
        component="fieldset"
        ref={bar}
        tabIndex={-1}
        aria-label={translate('inspector.actions.label', { id: message.id })}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          border: 0,
          margin: 0,
          padding: 0,
          marginBottom: 1,
        }}
      >
        {failed && (
          <Button size="small" variant="contained" startIcon={<Replay />} onClick={() => setDialog('retry')}>
            {translate('inspector.actions.retryFailed')}
          </Button>
        )}
        <Button size="small" variant="outlined" startIcon={<Send />} onClick={() => setDialog('send')}>
          {translate('inspector.actions.sendOn')}
        </Button>
        <CopyButton text={`carepost messages get ${message.id}`} label="inspector.actions.command" />
      </Box>
      {dialog === 'retry' && failed && (
        <RetryStepDialog workflow={failed.workflow} stepName={failed.stepName} onClose={close} />
      )}
      {dialog === 'send' && <SendOnDialog id={message.id} onClose={close} />}
    </>
  );
};

/** A retried step removes its button, to which the closed dialog would return the focus: the action bar gets it instead. */
const useFocusAfterRemoval = (hasButton: boolean) => {
  const bar = useRef<HTMLFieldSetElement>(null);
  const hadButton = useRef(hasButton);
  useEffect(() => {
    const wasRemoved = hadButton.current && !hasButton;
    hadButton.current = hasButton;
    if (wasRemoved && document.activeElement === document.body) bar.current?.focus();
  }, [hasButton]);
  return bar;
};

/** The first step that failed, in the workflow of the message or in the one that processes its documents. */
const useFailedStep = (message: MessageRow) => {
  const { workflows } = useMessageWorkflows(message);
  return workflows.flatMap((workflow) =>
    workflow.steps.filter(({ status }) => status === 'Failed').map(({ stepName }) => ({ workflow, stepName })),
  )[0];
};
