import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { type MouseEvent, useRef, useState } from 'react';
import { sizeInK } from '../../shared/rules/message.ts';
import { AttachmentPreview } from './AttachmentPreview.tsx';
import { type AttachmentRow, canBeShown, contentOf, mayBePdf } from './attachmentRow.ts';
import { DetailGrid } from './DetailGrid.tsx';
import type { MessageRow } from './messageRow.ts';
import { RevealDialog } from './RevealDialog.tsx';
import { useRevealed } from './revealed.ts';
import { StatusChip } from '../components/StatusChip.tsx';
import { useAttachmentFile } from './useAttachmentFile.ts';
import { useDetailGrid } from './useDetailGrid.ts';

/** Attachments of a message (spec 1 section 7). Names, previews and downloads need a reason; the grid goes without. */
export const AttachmentsTab = ({ message }: { message: MessageRow }) => {
  const translate = useTranslate();
  const { revealed } = useRevealed();
  const [asking, setAsking] = useState<{ preview?: number }>();
  const [previewing, setPreviewing] = useState<number>();
  const opener = useRef<HTMLElement>(null);
  const { download, downloading } = useAttachmentFile(message.id);
  const answer = useDetailGrid<AttachmentRow>('attachments', {
    filter: { MailMessageId: message.id },
    field: 'MailAttachmentId',
  });
  const word = (name: string, values = {}) => translate(`inspector.attachments.${name}`, { id: message.id, ...values });
  const nameOf = ({ id, Name }: AttachmentRow) =>
    revealed?.record.attachments.find((one) => one.id === id)?.fileName ?? Name;
  const previewed = revealed ? answer.rows?.find(({ id }) => id === previewing) : undefined;
  /** Whoever has not said why is asked first. */
  const withReason = (deed: () => void) => () => (revealed ? deed() : setAsking({}));
  /** Asked for before the reason was given, it opens when it was. */
  const preview = (id: number) => (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget;
    if (revealed) setPreviewing(id);
    else setAsking({ preview: id });
  };
  const closePreview = () => {
    setPreviewing(undefined);
    opener.current?.focus();
  };
  const deed = (name: string, row: AttachmentRow, onClick: (event: MouseEvent<HTMLElement>) => void) => (
    <Button
      size="small"
      disabled={downloading}
      aria-label={word('ofName', { deed: word(name), name: nameOf(row) })}
      onClick={onClick}
    >
      {word(name)}
    </Button>
  );
  const actions = (row: AttachmentRow) => (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      {canBeShown(row) && deed('show', row, preview(row.id))}
      {deed(
        'download',
        row,
        withReason(() => download(row.id)),
      )}
      {mayBePdf(row) &&
        deed(
          'downloadPdf',
          row,
          withReason(() => download(row.id, true)),
        )}
    </Box>
  );
  const problemOf = ({ Problem, PreviewStatus }: AttachmentRow) =>
    Problem ?? (PreviewStatus === 'Failed' ? word('previewFailed') : '');
  return (
    <>
      <DetailGrid<AttachmentRow>
        label={word('table')}
        answer={answer}
        none={word('none')}
        rowId={({ id }) => String(id)}
        columns={[
          { name: 'name', label: word('name'), render: nameOf },
          { name: 'size', label: word('size'), align: 'right', render: ({ Size }) => sizeInK(Size) },
          { name: 'type', label: word('type'), render: ({ MimeType }) => MimeType },
          { name: 'pages', label: word('pages'), align: 'right', render: ({ PageCount }) => PageCount ?? '' },
          { name: 'preview', label: word('preview'), render: (row) => <PreviewState row={row} /> },
          { name: 'content', label: word('content'), render: contentOf },
          { name: 'problem', label: word('problem'), render: problemOf },
        ]}
        actions={actions}
      />
      {revealed && previewed && (
        <AttachmentPreview
          key={previewed.id}
          messageId={message.id}
          attachmentId={previewed.id}
          revealed={revealed}
          onClose={closePreview}
        />
      )}
      {asking && (
        <RevealDialog
          id={message.id}
          onRevealed={() => setPreviewing(asking.preview)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
};

/** Without a preview of its own a document is shown from its file, or not at all. */
const PreviewState = ({ row }: { row: AttachmentRow }) => {
  const translate = useTranslate();
  if (row.PreviewStatus !== 'None') return <StatusChip status={row.PreviewStatus} />;
  return translate(`inspector.attachments.${canBeShown(row) ? 'fromFile' : 'noPreview'}`);
};
