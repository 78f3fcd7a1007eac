import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useRecordContext, useTranslate } from 'react-admin';
import { type ReactNode, useState } from 'react';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';
import { DialogForm, useReopened } from './FormDraft.tsx';
import { FormDialog, type FormDialogProps } from './FormDialog.tsx';
import { LabelButton, type LabelButtonProps } from './LabelButton.tsx';
import { serverMessages } from './serverError.ts';
import { useSingleMutation } from './useSingleMutation.ts';

export interface Action {
  readonly send: (provider: AppDataProvider) => Promise<unknown>;
  /** Text, or its message key, of success and of failure; the server's texts follow that of failure. */
  readonly done: string;
  readonly failed: string;
}

interface ActionOptions {
  /** Resources whose queries the action makes outdated. */
  readonly changes: readonly string[];
  /** The failure is a notification: no dialog shows it. */
  readonly isFailureNotified?: boolean;
  /** The texts of the server stand alone where it sends any. */
  readonly isServerTextAlone?: boolean;
  /** Leaves the page of a record that was deleted: what it shows is not loaded again. */
  readonly leave?: () => void;
}

const useReload = (changes: readonly string[]) => {
  const queries = useQueryClient();
  return (refetchType: 'active' | 'none' = 'active') => {
    for (const resource of changes) void queries.invalidateQueries({ queryKey: [resource], refetchType });
  };
};

/** A call beside react-admin's own: its result is a notification, and the lists it changes are loaded again. */
export const useAction = ({ changes, isFailureNotified = false, isServerTextAlone = false, leave }: ActionOptions) => {
  const provider = useAppDataProvider();
  const notify = useNotify();
  const translate = useTranslate();
  const reload = useReload(changes);
  const failureOf = (error: unknown, { failed }: Action) => {
    const details = serverMessages(error);
    return [...new Set(isServerTextAlone && details.length > 0 ? details : [translate(failed), ...details])].join(' ');
  };
  const { error, variables, mutate, isPending } = useSingleMutation({
    mutationFn: ({ send }: Action) => send(provider),
    onSuccess: (_response, { done }) => notify(done, { type: 'success' }),
    onError: (failure, action) => {
      if (isFailureNotified) notify(failureOf(failure, action), { type: 'error' });
    },
    // After a failure as well: the server knows the present state.
    onSettled: (_response, failed) => {
      if (failed || !leave) return reload();
      reload('none');
      leave();
    },
  });
  return { mutate, isPending, failure: error && variables ? failureOf(error, variables) : null };
};

/** A button that sends an action at once; a failure is a notification. */
export const ActionButton = (props: LabelButtonProps & Action & Omit<ActionOptions, 'isFailureNotified' | 'leave'>) => {
  const { send, done, failed, changes, isServerTextAlone = false, disabled = false, ...button } = props;
  const { mutate, isPending } = useAction({ changes, isServerTextAlone, isFailureNotified: true });
  return <LabelButton {...button} disabled={disabled || isPending} onClick={() => mutate({ send, done, failed })} />;
};

/** A button that opens a dialog; it is open again when the form in it has what was typed before the session ended. */
export const DialogButton = (props: LabelButtonProps & { renderDialog: (close: () => void) => ReactNode }) => {
  const { renderDialog, ...button } = props;
  const [isOpen, setIsOpen] = useState(false);
  const record = useRecordContext();
  const opener = [button.label, button['aria-label'], record?.id].join(' ');
  const form = useReopened(opener, button.disabled ? undefined : () => setIsOpen(true));
  return (
    <>
      <LabelButton {...button} onClick={() => setIsOpen(true)} />
      <DialogForm value={form}>{isOpen && renderDialog(() => setIsOpen(false))}</DialogForm>
    </>
  );
};

interface ActionDialogProps
  extends Action,
    Omit<ActionOptions, 'isFailureNotified'>,
    Pick<ConfirmDialogProps, 'typedName' | 'onClose'> {
  /** Beginning of the message keys of its texts, which end with Title, Text (if there is one) and Confirm. */
  texts: string;
  /** Values of these texts. */
  values?: object;
  /** Below the text. */
  children?: ReactNode;
}

/** Confirms an action; it closes when the action succeeded. */
export const ActionDialog = (props: ActionDialogProps) => {
  const {
    send,
    done,
    failed,
    changes,
    isServerTextAlone = false,
    leave,
    texts,
    values = {},
    children,
    ...dialog
  } = props;
  const translate = useTranslate();
  const { mutate, isPending, failure } = useAction({ changes, isServerTextAlone, ...(leave && { leave }) });
  const text = translate(`${texts}Text`, { _: '', ...values });
  return (
    <ConfirmDialog
      {...dialog}
      title={translate(`${texts}Title`, values)}
      confirmLabel={translate(`${texts}Confirm`, values)}
      working={isPending}
      failure={failure}
      onConfirm={() => mutate({ send, done, failed }, { onSuccess: dialog.onClose })}
    >
      {text !== '' && <Typography sx={{ overflowWrap: 'anywhere' }}>{text}</Typography>}
      {children}
    </ConfirmDialog>
  );
};

interface SaveDialogProps<Values extends object, Response> extends Omit<FormDialogProps<Values>, 'onSubmit'> {
  send: (provider: AppDataProvider, values: Values) => Promise<Response>;
  /** Text of success, or its message key. */
  done: string | ((response: Response) => string);
  /** Resources whose queries the save makes outdated. */
  changes: readonly string[];
}

/** A form dialog whose values are sent by one call. */
export const SaveDialog = <Values extends object, Response>(props: SaveDialogProps<Values, Response>) => {
  const { send, done, changes, ...dialog } = props;
  const provider = useAppDataProvider();
  const notify = useNotify();
  const reload = useReload(changes);
  return (
    <FormDialog
      {...dialog}
      onSubmit={async (values) => {
        try {
          const response = await send(provider, values);
          notify(typeof done === 'string' ? done : done(response), { type: 'success' });
        } finally {
          reload();
        }
      }}
    />
  );
};
