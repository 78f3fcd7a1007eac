import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { openTiff, type TiffPage, type TiffPages } from './tiffPages.ts';
import { TurnedBox } from './TurnedBox.tsx';
import { usePageView } from './usePageView.ts';
import { ViewerTools } from './ViewerTools.tsx';

/** A page as it came; null where it cannot be read. */
interface Drawn {
  readonly number: number;
  readonly page: TiffPage | null;
}

/** Pages of a scan or fax. */
export const TiffViewer = ({ bytes }: { bytes: Uint8Array }) => {
  const translate = useTranslate();
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = usePageView();
  const [file, setFile] = useState<TiffPages>();
  const [drawn, setDrawn] = useState<Drawn>();
  const [isUnreadable, setUnreadable] = useState(false);
  const { setPages, page: wanted } = view;

  useEffect(() => {
    let current = true;
    let opened: TiffPages | undefined;
    openTiff(bytes).then(
      (pages) => {
        opened = pages;
        if (!current) return pages.close();
        setFile(pages);
        setPages(pages.count);
      },
      () => current && setUnreadable(true),
    );
    return () => {
      current = false;
      opened?.close();
    };
  }, [bytes, setPages]);

  useEffect(() => {
    let current = true;
    file?.page(wanted).then(
      (page) => current && setDrawn({ number: wanted, page }),
      () => current && setDrawn({ number: wanted, page: null }),
    );
    return () => {
      current = false;
    };
  }, [file, wanted]);

  useEffect(() => {
    if (!drawn?.page || !canvas.current) return;
    const { width, height, rgba } = drawn.page;
    Object.assign(canvas.current, { width, height });
    canvas.current.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
  }, [drawn]);

  const isFailed = isUnreadable || (drawn?.number === wanted && drawn.page === null);
  const isShown = drawn?.page !== undefined && drawn.page !== null && !isFailed;
  const name = translate('viewer.tools.page', { page: view.page, pages: view.pages });
  return (
    <>
      <ViewerTools view={view} />
      {isFailed && <ErrorState error={new Error(translate('viewer.damaged'))} title={translate('viewer.failed')} />}
      {!isShown && !isFailed && <LoadingRows rows={8} />}
      <TurnedBox view={view} name={name}>
        <Box
          component="canvas"
          ref={canvas}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, not loaded
          role="img"
          aria-label={name}
          sx={{ width: '100%', display: isShown ? 'block' : 'none' }}
        />
      </TurnedBox>
    </>
  );
};
