import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { serverWords } from '../components/serverError.ts';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';

interface RemoveDialogProps {
  /** Prefix of the texts: removeTitle, removeText, removeConfirm, removed, removeFailed. */
  words: string;
  name: string;
  remove: (provider: AppDataProvider) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before somebody or something leaves the network; nothing is deleted, so no name is typed. */
export const RemoveDialog = ({ words, name, remove, onClose }: RemoveDialogProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const confirm = async () => {
    setWorking(true);
    setFailure(null);
    try {
      await remove(provider);
    } catch (error) {
      setFailure([translate(`${words}.removeFailed`), ...serverWords(error)].join(' '));
      setWorking(false);
      return;
    }
    notify(translate(`${words}.removed`, { name }), { type: 'success' });
    onClose();
    void queries.invalidateQueries();
  };

  return (
    <ConfirmDialog
      title={translate(`${words}.removeTitle`, { name })}
      confirmLabel={translate(`${words}.removeConfirm`)}
      working={working}
      failure={failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Typography>{translate(`${words}.removeText`)}</Typography>
    </ConfirmDialog>
  );
};
