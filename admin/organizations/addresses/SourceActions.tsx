import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import PlayArrow from '@mui/icons-material/PlayArrowOutlined';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { DocumentSource } from '../../../shared/contract/documentsources.ts';
import { canActivateFax, faxStatusesAfter } from '../../../shared/rules/documentSource.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useDeed } from '../../components/useDeed.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { SourceEditDialog } from './SourceEditDialog.tsx';
import { shownAddress, statusKey } from './sourceWords.ts';

const activated = 1;

interface SourceActionsProps {
  source: DocumentSource;
  onChanged: () => unknown;
}

/** What can be done with a direct address or fax number. */
export const SourceActions = ({ source, onChanged }: SourceActionsProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const { run, working, failure, forget } = useDeed({ serverAlone: true });
  const activation = useDeed({ serverAlone: true, aloud: true });
  const name = shownAddress(source);
  const label = (key: string) => translate(`addresses.source.${key}`, { name });
  const params = { id: source.id };
  const close = () => {
    forget();
    setDialog(undefined);
  };
  const activate = async () => {
    const done = await activation.run({
      run: () => provider.call('documentsources', 'activate', { params }),
      done: 'addresses.source.activated',
      failed: 'addresses.source.failed',
    });
    if (done) await onChanged();
  };
  const remove = async () => {
    const done = await run({
      run: () => provider.call('documentsources', 'delete', { params }),
      done: 'addresses.source.deleted',
      failed: 'addresses.source.deleteFailed',
    });
    if (!done) return;
    setDialog(undefined);
    await onChanged();
  };
  return (
    <>
      {source.status !== activated && (source.type !== 'Fax' || canActivateFax(source.status)) && (
        <IconButton
          size="small"
          aria-label={label('activate')}
          disabled={activation.working}
          onClick={() => void activate()}
        >
          <PlayArrow fontSize="small" />
        </IconButton>
      )}
      {source.type === 'Fax' && <StatusMenu source={source} onChanged={onChanged} />}
      <IconButton size="small" aria-label={label('edit')} onClick={() => setDialog('edit')}>
        <Edit fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={label('delete')} onClick={() => setDialog('delete')}>
        <Delete fontSize="small" />
      </IconButton>
      {dialog === 'edit' && <SourceEditDialog source={source} onChanged={onChanged} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={label('deleteTitle')}
          confirmLabel={label('confirmDelete')}
          working={working}
          failure={failure}
          onConfirm={() => void remove()}
          onClose={close}
        >
          <Typography>{label('deleteText')}</Typography>
        </ConfirmDialog>
      )}
    </>
  );
};

/** Only the statuses that can follow the present one are offered. */
const StatusMenu = ({ source, onChanged }: SourceActionsProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { run } = useDeed({ serverAlone: true, aloud: true });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const next = faxStatusesAfter(source.status);
  if (next.length === 0) return null;
  const choose = async (status: number) => {
    setAnchor(null);
    const done = await run({
      run: () => provider.call('documentsources', 'setFaxStatus', { params: { id: source.id }, body: { status } }),
      done: 'addresses.source.statusChanged',
      failed: 'addresses.source.failed',
    });
    if (done) await onChanged();
  };
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-label={translate('addresses.source.setStatus', { name: shownAddress(source) })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <SwapHoriz fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {next.map((status) => (
          <MenuItem key={status} onClick={() => void choose(status)}>
            {translate(statusKey(status))}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
