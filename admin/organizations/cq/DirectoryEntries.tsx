import Add from '@mui/icons-material/Add';
import CloudDownload from '@mui/icons-material/CloudDownloadOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useId, useState } from 'react';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { useAnswer } from '../../providers/useAnswer.ts';
import { CqSection } from './CqSection.tsx';
import { DirectoryEntryDialog } from './DirectoryEntryDialog.tsx';
import { DirectoryImportDialog } from './DirectoryImportDialog.tsx';
import { EntryTable } from './EntryTable.tsx';
import { ParticipationNote } from './ParticipationNote.tsx';
import { ToggleEntryDialog } from './ToggleEntryDialog.tsx';

export type OpenedEntry =
  | { readonly deed: 'add' | 'import' }
  | { readonly deed: 'edit' | 'toggle'; readonly entryId: string };

/** Entries of the organization in the Carequality directory (spec 1 section 2). */
export const DirectoryEntries = ({ organization }: { organization: Organization }) => {
  const translate = useTranslate();
  const noteId = useId();
  const { id } = organization;
  const { isParticipating } = organization.carequality;
  const { data, error, isPending, refetch } = useAnswer('carequality', 'entries', { params: { id } });
  const [opened, setOpened] = useState<OpenedEntry | null>(null);
  // A failed load empties the list (spec 1 section 8).
  const items = error ? undefined : data?.items;
  const entry = items?.find((item) => opened !== null && 'entryId' in opened && item.id === opened.entryId);
  const close = () => setOpened(null);
  const explained = isParticipating ? {} : { disabled: true, 'aria-describedby': noteId };
  return (
    <CqSection
      title={translate('carequality.entries.title')}
      actions={
        <>
          <Button
            size="small"
            startIcon={<CloudDownload />}
            onClick={() => setOpened({ deed: 'import' })}
            {...explained}
          >
            {translate('carequality.entries.import')}
          </Button>
          <Button size="small" startIcon={<Add />} onClick={() => setOpened({ deed: 'add' })} {...explained}>
            {translate('carequality.entries.add')}
          </Button>
        </>
      }
    >
      {!isParticipating && <ParticipationNote id={noteId} organizationId={id} />}
      {isPending && <LoadingRows rows={3} />}
      {error && (
        <ErrorState error={error} title={translate('carequality.entries.failed')} onRetry={() => void refetch()} />
      )}
      {items?.length === 0 && <EmptyState text={translate('carequality.entries.none')} />}
      {items !== undefined && items.length > 0 && (
        <EntryTable items={items} isParticipating={isParticipating} onOpen={setOpened} />
      )}
      {opened?.deed === 'add' && <DirectoryEntryDialog organization={organization} onClose={close} />}
      {opened?.deed === 'import' && <DirectoryImportDialog organizationId={id} onClose={close} />}
      {opened?.deed === 'edit' && entry && (
        <DirectoryEntryDialog organization={organization} entry={entry} onClose={close} />
      )}
      {opened?.deed === 'toggle' && entry && (
        <ToggleEntryDialog organization={organization} entry={entry} onClose={close} />
      )}
    </CqSection>
  );
};
