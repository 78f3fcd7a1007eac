import Typography from '@mui/material/Typography';
import { PasswordInput, required, TextInput, useTranslate } from 'react-admin';
import { type ReactNode, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../components/FormDialog.tsx';
import { notBlank, textAt } from '../components/RecordForm.tsx';
import { type FieldText, textOf } from '../components/recordModel.ts';
import { useProfile } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

const needsStepUp = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'body' in error &&
  (error.body as { readonly code?: unknown } | null)?.code === 'E-STEP-UP'; // react-admin types the body of its errors as any

interface Waiting {
  readonly confirmed: () => void;
  readonly canceled: () => void;
}

/**
 * Runs changes of the own sign-in. Where the server wants a recent sign-in (quality AU-5), a dialog asks for the password or a one-time code,
 * and the change runs again.
 */
export const useStepUp = (): { confirmFirst: <T>(change: () => Promise<T>) => Promise<T>; dialog: ReactNode } => {
  const [waiting, setWaiting] = useState<Waiting>();
  const confirmFirst = async <T,>(change: () => Promise<T>): Promise<T> => {
    try {
      return await change();
    } catch (error) {
      if (!needsStepUp(error)) throw error;
      await new Promise<void>((confirmed, reject) => setWaiting({ confirmed, canceled: () => reject(error) }));
      return change();
    }
  };
  const end = (outcome: 'confirmed' | 'canceled') => {
    waiting?.[outcome]();
    setWaiting(undefined);
  };
  return {
    confirmFirst,
    dialog: waiting && <StepUpDialog onConfirmed={() => end('confirmed')} onCanceled={() => end('canceled')} />,
  };
};

interface StepUpDialogProps {
  onConfirmed: () => void;
  onCanceled: () => void;
}

const StepUpDialog = ({ onConfirmed, onCanceled }: StepUpDialogProps) => {
  const translate = useTranslate();
  const { userId } = useProfile();
  const { users } = useAppDataProvider();
  const signIn = useQueryClient().getQueryData<{ hasAuthenticator: boolean; hasMailedCodes: boolean }>([
    'account',
    'signIn',
  ]);
  const needsCode = signIn !== undefined && (signIn.hasAuthenticator || signIn.hasMailedCodes);
  // The dialog closes with what it knew when it was submitted.
  const isConfirmed = useRef(false);
  return (
    <FormDialog<{ readonly code: FieldText; readonly password: FieldText }>
      title="account.stepUp.title"
      submitLabel="account.stepUp.confirm"
      defaultValues={{ code: '', password: '' }}
      onSubmit={async ({ code, password }) => {
        const body = needsCode ? { code: textOf(code) } : { password: password ?? '' };
        await users.verifyCode({ params: { id: userId }, body });
        isConfirmed.current = true;
        onConfirmed();
      }}
      onClose={() => !isConfirmed.current && onCanceled()}
    >
      <Typography>{translate(`account.stepUp.${needsCode ? 'code' : 'password'}Text`)}</Typography>
      {needsCode ? (
        <TextInput {...textAt('code', 20, notBlank)} label="account.codes.code" />
      ) : (
        <PasswordInput
          source="password"
          label="account.password.currentPassword"
          slotProps={{ htmlInput: { autoComplete: 'current-password' } }}
          validate={required()}
        />
      )}
    </FormDialog>
  );
};
