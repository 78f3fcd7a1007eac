import Add from '@mui/icons-material/Add';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Remove from '@mui/icons-material/Remove';
import RotateRight from '@mui/icons-material/RotateRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { PageView } from './usePageView.ts';

/** Buttons for page, zoom and rotation. */
export const ViewerTools = ({ view }: { view: PageView }) => {
  const translate = useTranslate();
  const { page, pages, zoom } = view;
  return (
    <Box role="toolbar" aria-label={translate('viewer.tools.name')} sx={{ display: 'flex', alignItems: 'center' }}>
      {pages > 1 && (
        <>
          <IconButton
            aria-label={translate('viewer.tools.previousPage')}
            disabled={page <= 1}
            onClick={() => view.turnTo(page - 1)}
          >
            <ChevronLeft />
          </IconButton>
          <Typography component="output" sx={{ whiteSpace: 'nowrap' }}>
            {translate('viewer.tools.page', { page, pages })}
          </Typography>
          <IconButton
            aria-label={translate('viewer.tools.nextPage')}
            disabled={page >= pages}
            onClick={() => view.turnTo(page + 1)}
          >
            <ChevronRight />
          </IconButton>
        </>
      )}
      <IconButton aria-label={translate('viewer.tools.smaller')} disabled={zoom <= 0.5} onClick={view.smaller}>
        <Remove />
      </IconButton>
      <Typography component="output">{`${Math.round(zoom * 100)}%`}</Typography>
      <IconButton aria-label={translate('viewer.tools.larger')} disabled={zoom >= 4} onClick={view.larger}>
        <Add />
      </IconButton>
      <IconButton aria-label={translate('viewer.tools.rotate')} onClick={view.rotate}>
        <RotateRight />
      </IconButton>
    </Box>
  );
};
