import type { SxProps, Theme } from '@mui/material/styles';

/** Styles of the sections; one style sheet, because a table may have thousands of cells. */
export const ccdaStyles: SxProps<Theme> = {
  containerType: 'inline-size',
  '& .ccda-text': { overflowWrap: 'anywhere', contentVisibility: 'auto', containIntrinsicSize: 'auto 200px' },
  '& .ccda-text p': { marginBlock: 0.75 },
  '& .ccda-text ul, & .ccda-text ol': { marginBlock: 0.5, paddingLeft: 3 },
  '& .ccda-text pre': { whiteSpace: 'pre-wrap' },
  '& .ccda-url': { color: 'text.secondary' },
  '& .ccda-media img': { maxWidth: '100%', display: 'block' },
  '& .ccda-text .viewer-scroll': { marginBlock: 1 },
  '& table': { borderCollapse: 'collapse', fontSize: '0.8125rem', minWidth: '60%' },
  '& caption': { textAlign: 'left', fontWeight: 600, paddingBlock: 0.5 },
  '& th, & td': {
    border: 1,
    borderColor: 'divider',
    padding: '4px 8px',
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'normal',
  },
  '& th[align=right], & td[align=right]': { textAlign: 'right' },
  '& th[align=center], & td[align=center]': { textAlign: 'center' },
  '& thead th': { backgroundColor: 'action.hover', fontWeight: 600 },
  '& th button': { all: 'unset', cursor: 'pointer', font: 'inherit' },
  '& th button:focus-visible': { outline: '2px solid currentColor', outlineOffset: 2 },
};

/** Highlights of the search (names of useHits.ts), and print styles. */
export const ccdaGlobalStyles = {
  '::highlight(viewer-hits)': { backgroundColor: '#ffe58a', color: '#1b1f23' },
  '::highlight(viewer-hit)': { backgroundColor: '#e8590c', color: '#ffffff' },
  '@media print': {
    'body:has(.ccda-printed) *': { visibility: 'hidden' },
    '.ccda-printed, .ccda-printed *': { visibility: 'visible !important' },
    '.ccda-printed': { position: 'absolute', inset: '0 0 auto 0', color: '#000', background: '#fff' },
    '.ccda-screen-only, .ccda-unprinted': { display: 'none !important' },
    '.ccda-printed .ccda-text': { contentVisibility: 'visible !important' },
  },
};
