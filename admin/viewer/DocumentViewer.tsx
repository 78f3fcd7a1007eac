import Download from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Component, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { saveFile } from '../components/saveFile.ts';
import { DocumentContent } from './DocumentContent.tsx';
import type { ViewedDocument } from './viewedDocument.ts';

interface DocumentViewerProps {
  /**
   * Loads the document: once, and again on Retry. Each call is audited as a read, so a new function alone does not reload; another
   * document needs another `key`.
   */
  load: () => Promise<ViewedDocument>;
}

type State =
  | { readonly now: 'loading' }
  | { readonly now: 'failed'; readonly error: unknown }
  | { readonly now: 'loaded'; readonly document: ViewedDocument };

/** Loads and displays a document. Its bytes stay in the memory of this window: no URL, storage or log contains them. */
export const DocumentViewer = ({ load }: DocumentViewerProps) => {
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((now) => now + 1), []);
  return <Attempt key={attempt} load={load} onRetry={retry} />;
};

const Attempt = ({ load, onRetry }: DocumentViewerProps & { onRetry: () => void }) => {
  const translate = useTranslate();
  const loadOnce = useRef(load);
  const [state, setState] = useState<State>({ now: 'loading' });
  useEffect(() => {
    let current = true;
    loadOnce.current().then(
      (document) => current && setState({ now: 'loaded', document }),
      (error: unknown) => current && setState({ now: 'failed', error }),
    );
    return () => {
      current = false;
    };
  }, []);
  if (state.now === 'loading') return <LoadingRows rows={8} />;
  if (state.now === 'failed')
    return <ErrorState error={state.error} title={translate('viewer.notLoaded')} onRetry={onRetry} />;
  return <LoadedDocument document={state.document} onRetry={onRetry} />;
};

const LoadedDocument = ({ document, onRetry }: { document: ViewedDocument; onRetry: () => void }) => {
  const translate = useTranslate();
  const { bytes, name } = document;
  // The neutral type prevents the browser from running a file that is opened from the disk.
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

interface ViewerBoundaryProps {
  onRetry: () => void;
  children: ReactNode;
}

/** Error boundary of a viewer. The error message is not displayed, because it may contain parts of the document. */
class ViewerBoundary extends Component<ViewerBoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (this.state.isBroken) return <Broken onRetry={this.props.onRetry} />;
    return this.props.children;
  }
}

const Broken = ({ onRetry }: { onRetry: () => void }) => {
  const translate = useTranslate();
  return (
    <ErrorState error={new Error(translate('viewer.damaged'))} title={translate('viewer.failed')} onRetry={onRetry} />
  );
};
