import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { ApiCapture } from '../../../shared/contract/organizationActivity.ts';
import { Moment, dateText } from '../../components/Moment.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { useAnswer } from '../../providers/useAnswer.ts';
import { ActivityBox, AskedContent } from './ActivityBox.tsx';

const pageSize = 10;

interface CaptureListProps {
  id: string;
  isCapturing: boolean;
}

/** API calls of the organization that were captured; every value in them is masked (spec 1 section 4). */
export const CaptureList = (props: CaptureListProps) => (
  <ActivityBox name="captures">
    <CaptureRows {...props} />
  </ActivityBox>
);

const CaptureRows = ({ id, isCapturing }: CaptureListProps) => {
  const translate = useTranslate();
  const [page, setPage] = useState(1);
  const asked = useAnswer(
    'organizations',
    'apiCaptures',
    { params: { id }, query: { pageNumber: page, pageSize } },
    { keepPrevious: true },
  );
  const { items = [], totalCount = 0 } = asked.data ?? {};
  return (
    <>
      <Typography color="textSecondary" gutterBottom>
        {translate(`activity.captures.${isCapturing ? 'on' : 'off'}`)} {translate('activity.captures.masked')}
      </Typography>
      <AskedContent asked={asked} isEmpty={totalCount === 0} none="activity.captures.none">
        <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {items.map((capture) => (
            <Capture key={capture.id} capture={capture} />
          ))}
        </Box>
        <Pagination page={page} pageCount={Math.ceil(totalCount / pageSize)} onPage={setPage} />
      </AskedContent>
    </>
  );
};

const Capture = ({ capture }: { capture: ApiCapture }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const label = (name: string, values?: Record<string, unknown>) => translate(`activity.captures.${name}`, values);
  const detailsId = `capture-${capture.id}`;
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', paddingY: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center' }}>
        <Button
          size="small"
          aria-expanded={open}
          aria-controls={detailsId}
          aria-label={label(open ? 'hide' : 'show', { when: capture.at })}
          onClick={() => setOpen(!open)}
          sx={{ textTransform: 'none' }}
        >
          <Moment value={capture.at} />
        </Button>
        <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
          {capture.method} {capture.route}
        </Box>
        <span>
          {label('status')} {capture.status}
        </span>
        <span>{label('milliseconds', { count: capture.durationMs })}</span>
        <Typography component="span" color="textSecondary">
          {capture.actorName}, {label('expires')} {dateText(capture.expiresAt)}
        </Typography>
      </Box>
      <Box id={detailsId} hidden={!open} sx={{ paddingTop: 1 }}>
        <Masked title={label('query')} value={capture.query} none={label('nothing')} />
        <Masked title={label('request')} value={capture.requestBody} none={label('nothing')} />
        <Masked title={label('response')} value={capture.responseBody} none={label('nothing')} />
      </Box>
    </Box>
  );
};

const Masked = ({ title, value, none }: { title: string; value: unknown; none: string }) => (
  <>
    <Typography component="h3" variant="subtitle2">
      {title}
    </Typography>
    <Box
      component="pre"
      tabIndex={0}
      sx={{ margin: 0, marginBottom: 1, maxHeight: 240, overflow: 'auto', fontSize: 12 }}
    >
      {value === null || value === undefined ? none : JSON.stringify(value, null, 2)}
    </Box>
  </>
);
