import Replay from '@mui/icons-material/Replay';
import Send from '@mui/icons-material/SendOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useEffect, useRef } from 'react';
import { DialogButton } from '../components/actions.tsx';
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
  const failed = useFailedStep(message);
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
          <DialogButton
            label="inspector.actions.retryFailed"
            size="small"
            variant="contained"
            startIcon={<Replay />}
            renderDialog={(close) => <RetryStepDialog {...failed} onClose={close} />}
          />
        )}
        <DialogButton
          label="inspector.actions.sendOn"
          size="small"
          variant="outlined"
          startIcon={<Send />}
          renderDialog={(close) => <SendOnDialog id={message.id} onClose={close} />}
        />
        <CopyButton text={`carepost messages get ${message.id}`} label="inspector.actions.command" />
      </Box>
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
