import { useTranslate } from 'react-admin';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { EmptyState } from '../components/EmptyState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { HtmlViewer } from './HtmlViewer.tsx';
import { ImageViewer } from './ImageViewer.tsx';
import { kindOf } from './kindOf.ts';
import { TextViewer } from './TextViewer.tsx';
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
      asText={<TextViewer bytes={document.bytes} />}
    />
  ),
  pdf: ({ bytes }) => <PdfViewer bytes={bytes} />,
  tiff: ({ bytes }) => <TiffViewer bytes={bytes} />,
  image: (document) => <ImageViewer document={document} />,
  hl7: ({ bytes }) => <Hl7Viewer bytes={bytes} />,
  text: ({ bytes }) => <TextViewer bytes={bytes} />,
  html: ({ bytes }) => <HtmlViewer bytes={bytes} />,
  none: () => <NoPreview />,
};

const NoPreview = () => <EmptyState text={useTranslate()('viewer.none')} />;
