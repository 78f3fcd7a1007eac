import Download from '@mui/icons-material/FileDownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { LinkBase, useTranslate } from 'react-admin';
import { LabelButton } from '../components/LabelButton.tsx';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { BulkError } from '../../shared/bulk/problems.ts';
import { pageAccess } from '../../shared/contract/pageAccess.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { mayCall } from '../providers/access.ts';
import { useProfile } from '../providers/appContext.ts';
import { number } from './bulkTexts.ts';

interface BulkStepProps {
  /** Text, or its message key. */
  title: string;
  children: ReactNode;
}

/** A step with its heading. The heading gets the focus when the step replaces another one, whose buttons are gone. */
export const BulkStep = ({ title, children }: BulkStepProps) => {
  const text = useTranslate()(title, { _: title });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <Box
      component="section"
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, '& > .MuiButton-root': { alignSelf: 'flex-start' } }}
    >
      <Typography
        ref={heading}
        variant="h6"
        component="h2"
        tabIndex={-1}
        sx={{ outline: 'none', overflowWrap: 'anywhere' }}
      >
        {text}
      </Typography>
      {children}
    </Box>
  );
};

interface BulkFailureProps {
  /** Message key. */
  title: string;
  error: unknown;
  onRetry?: () => void;
}

/** Error of a file, a plan or a run: our own text with its hint, or the response of the server. */
export const BulkFailure = ({ title, error, onRetry }: BulkFailureProps) => {
  const translate = useTranslate();
  if (!(error instanceof BulkError))
    return <ErrorState title={translate(title)} error={error} {...(onRetry && { onRetry })} />;
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      <strong>{translate(title)}</strong>
      <div>{error.message}</div>
      <div>{translate('bulk.hint', { hint: error.hint })}</div>
    </Alert>
  );
};

interface BulkProgressProps {
  /** Message key. */
  title: string;
  done: number;
  /** Null while unknown. */
  total: number | null;
  details: readonly string[];
  isStopping?: boolean;
  onStop: () => void;
  children?: ReactNode;
}

/** Progress of rows, with a button to stop it. */
export const BulkProgress = ({
  title,
  done,
  total,
  details,
  isStopping = false,
  onStop,
  children,
}: BulkProgressProps) => {
  const translate = useTranslate();
  return (
    <BulkStep title={title}>
      <LinearProgress
        aria-label={translate(title)}
        sx={{ width: '100%' }}
        {...(total ? { variant: 'determinate', value: Math.min(100, (done / total) * 100) } : {})}
      />
      <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {details.join(' · ')}
      </Typography>
      {children}
      {/* Not disabled: a disabled button that has the focus would swallow every key. */}
      <LabelButton
        variant="outlined"
        aria-disabled={isStopping}
        onClick={() => !isStopping && onStop()}
        label="bulk.stop"
      />
    </BulkStep>
  );
};

interface BulkPlanningProps {
  title: string;
  rows: number;
  /** Null while unknown. */
  total: number | null;
  /** Further texts. */
  details?: readonly string[];
  onStop: () => void;
}

/** Progress of reading and planning rows. */
export const BulkPlanning = ({ title, rows, total, details = [], onStop }: BulkPlanningProps) => {
  const text = useTranslate()(total === null ? 'bulk.planning.progress' : 'bulk.planning.progressOf', {
    rows: number.format(rows),
    total: number.format(total ?? 0),
  });
  return <BulkProgress title={title} done={rows} total={total} details={[text, ...details]} onStop={onStop} />;
};

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Returns the text of a duration, rounded up. */
export const useTimeText = () => {
  const translate = useTranslate();
  return (ms: number): string => {
    if (ms < minuteMs) return translate('bulk.time.seconds', { count: Math.ceil(ms / secondMs) });
    const minutes = Math.ceil(ms / minuteMs);
    if (ms < hourMs) return translate('bulk.time.minutes', { count: minutes });
    return translate('bulk.time.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
};

interface DownloadButtonProps extends Omit<ComponentProps<typeof LabelButton>, 'onClick'> {
  onDownload: () => void | Promise<void>;
}

export const DownloadButton = ({ onDownload, ...button }: DownloadButtonProps) => (
  <LabelButton {...button} startIcon={<Download />} onClick={() => void onDownload()} />
);

/** Id of the run, and a link to its audit trail: in a new tab, so that results and undo stay in this one. */
export const RunName = ({ run }: { run: string }) => {
  const translate = useTranslate();
  const { roles } = useProfile();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <span>
        {`${translate('bulk.run.label')} `}
        <code>{run}</code>
      </span>
      <CopyButton text={run} label="bulk.run.copy" />
      {mayCall(pageAccess['/admin/audit'] ?? [], roles) && (
        <Link component={LinkBase} to={`/admin/audit?runId=${encodeURIComponent(run)}`} target="_blank" rel="noopener">
          {translate('bulk.run.audit')}
        </Link>
      )}
    </Box>
  );
};
