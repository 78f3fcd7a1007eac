import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { DataTable, useNotify, useTranslate } from 'react-admin';
import { lazy, type MouseEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { isUnopenedFile } from '../../shared/rules/attachment.ts';
import { sizeInK } from '../../shared/rules/message.ts';
import { detailGridPageSize } from '../../shared/rules/paging.ts';
import { actionsColumn } from '../components/ListTable.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { RelatedList, RelatedTable } from '../components/RelatedList.tsx';
import { saveFile } from '../components/saveFile.ts';
import { failureText } from '../components/serverError.ts';
import { StatusChip } from '../components/StatusChip.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import type { MessageRow } from './messageColumns.tsx';
import { RevealDialog, type Revealed, useReveal } from './MessageReveal.tsx';

const DocumentViewer = lazy(async () => ({ default: (await import('../viewer/DocumentViewer.tsx')).DocumentViewer }));

/** An attachment as its OData set has it: the name is masked there. */
interface AttachmentRow {
  readonly id: number;
  readonly Name: string;
  readonly Size: number;
  readonly MimeType: string;
  readonly PreviewAvailable: boolean;
  readonly PreviewStatus: string;
  readonly PageCount: number | null;
  readonly HasPdfContent: boolean;
  readonly HasCDAContent: boolean;
  readonly HasHl7Content: boolean;
  readonly Problem: string | null;
}

/** Without a preview the viewers render most kinds from the file, also some that were refused. */
const hasPreview = ({ Size, Problem }: AttachmentRow): boolean => Size > 0 && !isUnopenedFile(Problem);

/** The server makes no PDF of a file that was refused or never opened. */
const mayBePdf = ({ Size, MimeType, Problem }: AttachmentRow): boolean =>
  Size > 0 && MimeType !== 'image/gif' && !(MimeType === 'application/octet-stream' && Problem !== null);

const contentText = ({ HasPdfContent, HasCDAContent, HasHl7Content }: AttachmentRow): string =>
  [HasPdfContent && 'PDF', HasCDAContent && 'CDA', HasHl7Content && 'HL7'].filter(Boolean).join(', ');

const label = (name: string) => `inspector.attachments.${name}`;
const byId = { field: 'MailAttachmentId', order: 'ASC' } as const;

/** Attachments of a message (spec 1 section 7). Names, previews and downloads require a reason; the list does not. */
export const AttachmentsTab = ({ message }: { message: MessageRow }) => {
  const translate = useTranslate();
  const { revealed } = useReveal();
  /** Dialog for the reason, and the attachment whose preview opens after it. */
  const [dialog, setDialog] = useState<{ previewId?: number }>();
  const [previewId, setPreviewId] = useState<number>();
  const opener = useRef<HTMLElement>(null);
  const { mutate: download, isPending } = useDownload(message.id);
  const nameOf = ({ id, Name }: AttachmentRow) =>
    revealed?.record.attachments.find((attachment) => attachment.id === id)?.fileName ?? Name;
  const startDownload = (id: number, isPdf: boolean) => () => (revealed ? download({ id, isPdf }) : setDialog({}));
  const openPreview = (id: number) => (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget;
    if (revealed) setPreviewId(id);
    else setDialog({ previewId: id });
  };
  const closePreview = () => {
    setPreviewId(undefined);
    opener.current?.focus();
  };
  const button = (action: string, row: AttachmentRow, onClick: (event: MouseEvent<HTMLElement>) => void) => (
    <Button
      size="small"
      disabled={isPending}
      aria-label={translate(label('actionOf'), { action: translate(label(action)), name: nameOf(row) })}
      onClick={onClick}
    >
      {translate(label(action))}
    </Button>
  );
  return (
    <>
      <RelatedList
        reference="attachments"
        target="MailMessageId"
        sort={byId}
        perPage={detailGridPageSize}
        empty={label('none')}
      >
        <RelatedTable label={translate(label('table'), { id: message.id })}>
          <DataTable.Col<AttachmentRow> source="Name" label={label('name')} render={nameOf} />
          <DataTable.Col<AttachmentRow>
            source="Size"
            label={label('size')}
            align="right"
            render={({ Size }) => sizeInK(Size)}
          />
          <DataTable.Col source="MimeType" label={label('type')} />
          <DataTable.Col source="PageCount" label={label('pages')} align="right" />
          <DataTable.Col<AttachmentRow>
            source="PreviewStatus"
            label={label('preview')}
            render={(row) => <PreviewStatus row={row} />}
          />
          <DataTable.Col<AttachmentRow> source="HasPdfContent" label={label('content')} render={contentText} />
          <DataTable.Col<AttachmentRow>
            source="Problem"
            label={label('problem')}
            render={(row) => row.Problem ?? (row.PreviewStatus === 'Failed' ? translate(label('previewFailed')) : '')}
          />
          <DataTable.Col<AttachmentRow>
            source={actionsColumn}
            label="components.table.actions"
            render={(row) => (
              <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', justifyContent: 'flex-end' }}>
                {hasPreview(row) && button('show', row, openPreview(row.id))}
                {button('download', row, startDownload(row.id, false))}
                {mayBePdf(row) && button('downloadPdf', row, startDownload(row.id, true))}
              </Box>
            )}
          />
        </RelatedTable>
      </RelatedList>
      {revealed && previewId !== undefined && (
        <AttachmentPreview
          key={previewId}
          messageId={message.id}
          attachmentId={previewId}
          revealed={revealed}
          onClose={closePreview}
        />
      )}
      {dialog && (
        <RevealDialog
          id={message.id}
          onRevealed={() => setPreviewId(dialog.previewId)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
};

const PreviewStatus = ({ row }: { row: AttachmentRow }) => {
  const translate = useTranslate();
  if (row.PreviewStatus !== 'None') return <StatusChip status={row.PreviewStatus} />;
  return translate(label(hasPreview(row) ? 'fromFile' : 'noPreview'));
};

/** Saves an attachment of a message, with the reason its content is shown for. */
const useDownload = (messageId: number) => {
  const provider = useAppDataProvider();
  const notify = useNotify();
  const translate = useTranslate();
  const { revealed } = useReveal();
  return useMutation({
    // Without a result: react-query would cache the file.
    mutationFn: async ({ id, isPdf }: { id: number; isPdf: boolean }) => {
      const input = { params: { id: messageId, attId: id }, query: isPdf ? { pdf: 'true' } : {} };
      const file = await provider.attachments.get(input, { reason: revealed?.reason });
      saveFile(new Blob([new Uint8Array(file.bytes)], { type: file.mediaType }), file.name);
    },
    onError: (error) => notify(failureText(translate(label('downloadFailed')), error), { type: 'error' }),
  });
};

interface AttachmentPreviewProps {
  messageId: number;
  attachmentId: number;
  revealed: Revealed;
  onClose: () => void;
}

/** Shows the preview document of an attachment where there is one, otherwise the attachment itself; neither is cached. */
const AttachmentPreview = ({ messageId, attachmentId, revealed, onClose }: AttachmentPreviewProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { record, reason } = revealed;
  const attachment = record.attachments.find(({ id }) => id === attachmentId);
  const name = attachment?.fileName ?? '';
  const cacheId = attachment?.conversions.find(
    ({ kind, status }) => kind === 'Preview' && status === 'Completed',
  )?.cacheId;
  const load = useCallback(async () => {
    const file = cacheId
      ? await provider.preview.document({ params: { cacheId } }, { reason })
      : await provider.attachments.get({ params: { id: messageId, attId: attachmentId } }, { reason });
    const ssns = record.attachments.flatMap(({ patient }) => patient?.socialSecurityNumbers ?? []);
    return { bytes: file.bytes, mediaType: file.mediaType, name, ssns };
  }, [provider, cacheId, messageId, attachmentId, reason, name, record]);
  // It opens below the fold, so it takes the focus, after a closing dialog has returned it to its opener.
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => title.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box sx={{ paddingTop: 1.5, minHeight: '80vh' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, paddingBottom: 1 }}>
        <Typography
          ref={title}
          tabIndex={-1}
          variant="h6"
          component="h2"
          sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', outline: 'none', scrollMargin: '72px 0 70vh' }}
        >
          {translate(label('previewOf'), { name })}
        </Typography>
        <Button size="small" onClick={onClose}>
          {translate(label('close'))}
        </Button>
      </Box>
      <Suspense fallback={<LoadingRows rows={6} />}>
        <DocumentViewer load={load} />
      </Suspense>
    </Box>
  );
};
