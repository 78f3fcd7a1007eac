import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import type { Revealed } from './revealed.ts';

const DocumentViewer = lazy(async () => ({ default: (await import('../viewer/DocumentViewer.tsx')).DocumentViewer }));

interface AttachmentPreviewProps {
  messageId: number;
  attachmentId: number;
  revealed: Revealed;
  onClose: () => void;
}

/** An attachment as a page to read: the document made for it where there is one, else the attachment itself. Nothing of it is kept. */
export const AttachmentPreview = ({ messageId, attachmentId, revealed, onClose }: AttachmentPreviewProps) => {
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
      ? await provider.call('preview', 'document', { params: { cacheId } }, { reason })
      : await provider.call('attachments', 'get', { params: { id: messageId, attId: attachmentId } }, { reason });
    return { bytes: file.bytes, mediaType: file.mediaType, name };
  }, [provider, cacheId, messageId, attachmentId, reason, name]);
  // It opens below the fold; whoever asked for it is taken there. A dialog that is closing gives the focus back first.
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
          {translate('inspector.attachments.previewOf', { name })}
        </Typography>
        <Button size="small" onClick={onClose}>
          {translate('inspector.attachments.close')}
        </Button>
      </Box>
      <Suspense fallback={<LoadingRows rows={6} />}>
        <DocumentViewer load={load} />
      </Suspense>
    </Box>
  );
};
