import Download from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { saveFile } from '../components/saveFile.ts';
import { DocumentContent } from './DocumentContent.tsx';
import type { ViewedDocument } from './viewedDocument.ts';
import { ViewerBoundary } from './ViewerBoundary.tsx';

interface DocumentViewerProps {
  /**
   * Asks for the document: once, and again when somebody retries. Each time is a read that is audited, so another function alone changes
   * nothing; another document needs another `key`.
   */
  load: () => Promise<ViewedDocument>;
}

type State =
  | { readonly now: 'loading' }
  | { readonly now: 'failed'; readonly error: unknown }
  | { readonly now: 'shown'; readonly document: ViewedDocument };

/** A document on screen. Its bytes live in this window only: no address, no storage and no log ever holds them. */
export const DocumentViewer = ({ load }: DocumentViewerProps) => {
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((now) => now + 1), []);
  return <Attempt key={attempt} load={load} onRetry={retry} />;
};

const Attempt = ({ load, onRetry }: DocumentViewerProps & { onRetry: () => void }) => {
  const translate = useTranslate();
  const ask = useRef(load);
  const [state, setState] = useState<State>({ now: 'loading' });
  useEffect(() => {
    let current = true;
    ask.current().then(
      (document) => current && setState({ now: 'shown', document }),
      (error: unknown) => current && setState({ now: 'failed', error }),
    );
    return () => {
      current = false;
    };
  }, []);
  if (state.now === 'loading') return <LoadingRows rows={8} />;
  if (state.now === 'failed')
    return <ErrorState error={state.error} title={translate('viewer.notLoaded')} onRetry={onRetry} />;
  return <Shown document={state.document} onRetry={onRetry} />;
};

const Shown = ({ document, onRetry }: { document: ViewedDocument; onRetry: () => void }) => {
  const translate = useTranslate();
  const { bytes, name } = document;
  // Opened from the disk it must not run: the type says it is to be kept, not shown.
  const download = () => saveFile(new Blob([bytes.slice()], { type: 'application/octet-stream' }), name);
  return (
    <Box component="article" aria-label={name} sx={{ border: 1, borderColor: 'divider', borderRadius: 1, minWidth: 0 }}>
      <Box className="ccda-screen-only" sx={{ display: 'flex', alignItems: 'center', gap: 1, padding: 1 }}>
        <Typography sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', fontWeight: 600 }}>{name}</Typography>
        <Button startIcon={<Download />} onClick={download}>
          {translate('viewer.download')}
        </Button>
      </Box>
      <ViewerBoundary onRetry={onRetry}>
        <DocumentContent document={document} />
      </ViewerBoundary>
    </Box>
  );
};
