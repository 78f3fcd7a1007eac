import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { openTiff, type TiffPage, type TiffPages } from './tiffPages.ts';
import { TurnedBox } from './TurnedBox.tsx';
import { usePageView } from './usePageView.ts';
import { ViewerTools } from './ViewerTools.tsx';

/** A decoded page; null where it cannot be read. */
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
  const { setPages, page: number } = view;

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
    file?.page(number).then(
      (page) => current && setDrawn({ number, page }),
      () => current && setDrawn({ number, page: null }),
    );
    return () => {
      current = false;
    };
  }, [file, number]);

  useEffect(() => {
    if (!drawn?.page || !canvas.current) return;
    const { width, height, rgba } = drawn.page;
    Object.assign(canvas.current, { width, height });
    canvas.current.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
  }, [drawn]);

  const isFailed = isUnreadable || (drawn?.number === number && drawn.page === null);
  const isVisible = drawn?.page !== undefined && drawn.page !== null && !isFailed;
  const name = translate('viewer.tools.page', { page: view.page, pages: view.pages });
  return (
    <>
      <ViewerTools view={view} />
      {isFailed && <ErrorState error={new Error(translate('viewer.damaged'))} title={translate('viewer.failed')} />}
      {!isVisible && !isFailed && <LoadingRows rows={8} />}
      <TurnedBox view={view} name={name}>
        <Box
          component="canvas"
          ref={canvas}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a canvas has no source of its own
          role="img"
          aria-label={name}
          sx={{ width: '100%', display: isVisible ? 'block' : 'none' }}
        />
      </TurnedBox>
    </>
  );
};
