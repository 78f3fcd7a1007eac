// oxlint-disable-next-line import/default -- the build puts the address of the file here
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
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

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress;

/** Nothing of the file is run, filled in or fetched; pictures in fax coding are unpacked by programs of the library beside the worker. */
const options = { isEvalSupported: false, enableXfa: false, stopAtErrors: false, wasmUrl: '/assets/pdfjs/' };

const widest = 900;

/** Pages of a PDF, drawn in a worker. Its links and forms are left out: a document leads nowhere and asks nothing. */
export const PdfViewer = ({ bytes }: { bytes: Uint8Array }) => {
  const translate = useTranslate();
  const [boxWidth, box] = useBoxWidth();
  const width = Math.min(boxWidth, widest);
  const view = usePageView();
  const [needsPassword, setNeedsPassword] = useState(false);
  // The worker takes the bytes away from this window.
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
