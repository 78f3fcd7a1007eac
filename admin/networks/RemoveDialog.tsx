import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { useDeed } from '../components/useDeed.ts';
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
  const { run, working, failure } = useDeed();

  const confirm = async () => {
    const done = await run({
      run: () => remove(provider),
      done: translate(`${words}.removed`, { name }),
      failed: `${words}.removeFailed`,
    });
    if (!done) return;
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
