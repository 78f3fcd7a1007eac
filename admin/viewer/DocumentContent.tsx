import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { maskSsns } from '../../shared/rules/socialSecurity.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { decodeText } from './ccda/decodeText.ts';
import { HtmlViewer } from './HtmlViewer.tsx';
import { ImageViewer } from './ImageViewer.tsx';
import { kindOf } from './kindOf.ts';
import type { ViewedDocument, ViewerKind } from './viewedDocument.ts';

// Loaded on demand: the viewers are large, and a document needs one of them.
const PdfViewer = lazy(async () => ({ default: (await import('./PdfViewer.tsx')).PdfViewer }));
const TiffViewer = lazy(async () => ({ default: (await import('./TiffViewer.tsx')).TiffViewer }));
const CcdaViewer = lazy(async () => ({ default: (await import('./ccda/CcdaViewer.tsx')).CcdaViewer }));
const Hl7Viewer = lazy(async () => ({ default: (await import('./Hl7Viewer.tsx')).Hl7Viewer }));

interface DocumentContentProps {
  document: ViewedDocument;
  /** A document embedded in a C-CDA document; an embedded C-CDA document is displayed as text. */
  isInside?: boolean;
}

/** The viewer that fits the bytes. */
export const DocumentContent = ({ document, isInside = false }: DocumentContentProps) => {
  const kind = useMemo(() => kindOf(document), [document]);
  return (
    <Suspense fallback={<LoadingRows rows={8} />}>
      <div data-viewer={kind}>{viewers[isInside && kind === 'ccda' ? 'text' : kind](document)}</div>
    </Suspense>
  );
};

const viewers: Readonly<Record<ViewerKind, (document: ViewedDocument) => ReactNode>> = {
  ccda: (document) => (
    <CcdaViewer
      document={document}
      inside={(file) => <DocumentContent document={file} isInside />}
      asText={<TextViewer document={document} />}
    />
  ),
  pdf: ({ bytes }) => <PdfViewer bytes={bytes} />,
  tiff: ({ bytes }) => <TiffViewer bytes={bytes} />,
  image: (document) => <ImageViewer document={document} />,
  hl7: ({ bytes }) => <Hl7Viewer bytes={bytes} />,
  text: (document) => <TextViewer document={document} />,
  html: (document) => <HtmlViewer document={document} />,
  none: () => <NoPreview />,
};

const NoPreview = () => <EmptyState text={useTranslate()('viewer.none')} />;

const chunkLength = 100_000;

/** Plain text, a chunk at a time. */
const TextViewer = ({ document: { bytes, ssns } }: { document: ViewedDocument }) => {
  const translate = useTranslate();
  const text = useMemo(() => maskSsns(decodeText(bytes), ssns), [bytes, ssns]);
  const [length, setLength] = useState(chunkLength);
  return (
    <Box sx={{ padding: 2 }}>
      <Box component="pre" sx={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: '0.8125rem' }}>
        {text.slice(0, length)}
      </Box>
      {text.length > length && (
        <Button onClick={() => setLength(length + chunkLength)}>{translate('viewer.more')}</Button>
      )}
    </Box>
  );
};
