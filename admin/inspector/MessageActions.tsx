import Replay from '@mui/icons-material/Replay';
import Send from '@mui/icons-material/SendOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { useMessagePresence } from '../live/useMessagePresence.ts';
import { messageCommand } from './messageCommands.ts';
import type { MessageRow } from './messageRow.ts';
import { RetryStepDialog } from './RetryStepDialog.tsx';
import { SendOnDialog } from './SendOnDialog.tsx';
import { useMessageWorkflows } from './useMessageWorkflows.ts';

/** What can be done with a message (spec 1 section 2, message action bar), and who else has it open. */
export const MessageActions = ({ message }: { message: MessageRow }) => {
  const translate = useTranslate();
  const others = useMessagePresence(message.id);
  const [open, setOpen] = useState<'retry' | 'send'>();
  const failed = useFailedStep(message);
  const close = () => setOpen(undefined);
  const bar = useFocusKeptWithout(failed !== undefined);
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
          <Button size="small" variant="contained" startIcon={<Replay />} onClick={() => setOpen('retry')}>
            {translate('inspector.actions.retryFailed')}
          </Button>
        )}
        <Button size="small" variant="outlined" startIcon={<Send />} onClick={() => setOpen('send')}>
          {translate('inspector.actions.sendOn')}
        </Button>
        <CopyButton text={messageCommand(message.id)} label="inspector.actions.command" />
      </Box>
      {open === 'retry' && failed && (
        <RetryStepDialog workflow={failed.workflow} stepName={failed.stepName} onClose={close} />
      )}
      {open === 'send' && <SendOnDialog id={message.id} onClose={close} />}
    </>
  );
};

/** A step that is retried takes its button away, and the dialog that stood before it: the focus stays with the actions. */
const useFocusKeptWithout = (hasButton: boolean) => {
  const bar = useRef<HTMLFieldSetElement>(null);
  const hadButton = useRef(hasButton);
  useEffect(() => {
    const wasTaken = hadButton.current && !hasButton;
    hadButton.current = hasButton;
    if (wasTaken && document.activeElement === document.body) bar.current?.focus();
  }, [hasButton]);
  return bar;
};

/** The first step that failed, in the workflow of the message or in the one that processes its documents. */
const useFailedStep = (message: MessageRow) => {
  const { known } = useMessageWorkflows(message);
  return known.flatMap((workflow) =>
    workflow.steps.filter(({ status }) => status === 'Failed').map(({ stepName }) => ({ workflow, stepName })),
  )[0];
};
