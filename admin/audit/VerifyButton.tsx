import VerifiedUser from '@mui/icons-material/VerifiedUserOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import MuiButton from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Button, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { AuditVerification } from '../../shared/contract/auditChain.ts';
import { DialogFrame } from '../components/DialogFrame.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** Opens the verification of the whole audit trail. */
export const VerifyButton = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button label="audit.verify.button" onClick={() => setOpen(true)}>
        <VerifiedUser />
      </Button>
      {open && <VerifyDialog onClose={() => setOpen(false)} />}
    </>
  );
};

/** Verifies the trail part by part until it is closed, and displays the first problem. */
const VerifyDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const [events, setEvents] = useState(0);
  const query = useQuery({
    queryKey: ['audit', 'verify'],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      let segments = 0;
      let verified = 0;
      for (let from = 1; ; ) {
        const part = await provider.audit.verify({ query: { from } }, { signal });
        segments += part.segments;
        verified += part.events;
        setEvents(verified);
        if (part.problem !== null || part.next === null) return { ...part, segments, events: verified };
        from = part.next;
      }
    },
  });
  return (
    <DialogFrame
      title={translate('audit.verify.title')}
      maxWidth="sm"
      onClose={onClose}
      actions={<MuiButton onClick={onClose}>{translate('audit.verify.close')}</MuiButton>}
    >
      <div aria-live="polite">
        {query.data ? (
          <Verified result={query.data} />
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <>
            <Typography gutterBottom>
              {translate('audit.verify.working', { events: events.toLocaleString('en-US') })}
            </Typography>
            <LinearProgress aria-label={translate('audit.verify.title')} />
          </>
        )}
      </div>
      <Typography color="textSecondary" variant="body2" sx={{ marginTop: 2 }}>
        {translate('audit.verify.command')}
      </Typography>
    </DialogFrame>
  );
};

const Verified = ({ result: { problem, head, ...counts } }: { result: AuditVerification }) => {
  const translate = useTranslate();
  const numbers = {
    events: counts.events.toLocaleString('en-US'),
    segments: counts.segments.toLocaleString('en-US'),
    unsealed: counts.unsealed.toLocaleString('en-US'),
  };
  return (
    <>
      {problem === null ? (
        <Alert severity="success">{translate('audit.verify.whole', numbers)}</Alert>
      ) : (
        <Alert severity="error">
          <AlertTitle>{translate('audit.verify.broken')}</AlertTitle>
          {translate(`audit.verify.problems.${problem.kind}`, { ...problem })}
        </Alert>
      )}
      {head !== 'compared' && (
        <Alert severity="warning" sx={{ marginTop: 1 }}>
          {translate(`audit.verify.heads.${head}`)}
        </Alert>
      )}
    </>
  );
};
