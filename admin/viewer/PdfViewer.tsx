// oxlint-disable-next-line import/default -- the build replaces it with the URL of the file
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useTranslate } from 'react-admin';
import { useMemo, useState } from 'react';
import { Document, Page, pdfjs } from 'react-pdf';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { ScrollBox } from './ScrollBox.tsx';
import { useBoxWidth } from './useBoxWidth.ts';
import { usePageView } from './usePageView.ts';
import './pdfText.css';
import { ViewerTools } from './ViewerTools.tsx';

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

/** No scripts and no XFA forms; `wasmUrl` has the image decoders of pdf.js for fax encodings. */
const options = { isEvalSupported: false, enableXfa: false, stopAtErrors: false, wasmUrl: '/assets/pdfjs/' };

const maxWidth = 900;

/** Pages of a PDF, parsed in a worker. Links and forms are not rendered, so a document cannot open an address. */
export const PdfViewer = ({ bytes }: { bytes: Uint8Array }) => {
  const translate = useTranslate();
  const [boxWidth, box] = useBoxWidth();
  const width = Math.min(boxWidth, maxWidth);
  const view = usePageView();
  const [needsPassword, setNeedsPassword] = useState(false);
  // A copy: pdf.js transfers the buffer to its worker.
  const file = useMemo(() => ({ data: bytes.slice() }), [bytes]);
  const failed = (error: Error) => (
    <ErrorState
      error={new Error(translate(needsPassword ? 'viewer.pdf.password' : 'viewer.damaged'), { cause: error })}
      title={translate('viewer.failed')}
    />
  );
  const [problem, setProblem] = useState<Error>();
  const loading = <LoadingRows rows={8} />;
  return (
    <>
      <ViewerTools view={view} />
      {problem && failed(problem)}
      <ScrollBox ref={box} name={translate('viewer.tools.page', { page: view.page, pages: view.pages })}>
        {!problem && width > 0 && (
          <Document
            file={file}
            options={options}
            loading={loading}
            error=""
            onLoadSuccess={({ numPages }) => view.setPages(numPages)}
            onLoadError={setProblem}
            onPassword={() => {
              setNeedsPassword(true);
              setProblem(new Error('password'));
            }}
          >
            <Page
              className="viewer-page"
              pageNumber={view.page}
              width={width * view.zoom}
              rotate={view.rotation === 0 ? undefined : view.rotation}
              renderAnnotationLayer={false}
              loading={loading}
              error={<ErrorState error={new Error(translate('viewer.damaged'))} title={translate('viewer.failed')} />}
            />
          </Document>
        )}
      </ScrollBox>
    </>
  );
};
