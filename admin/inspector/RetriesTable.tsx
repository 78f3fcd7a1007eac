import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { WorkflowDetail } from '../../shared/contract/exchangeSchemas.ts';
import { DateTime } from '../components/DateTime.tsx';
import { DetailGrid } from './DetailGrid.tsx';
import { usePagedRows } from './useDetailGrid.ts';

/** Who asked for retries of a workflow, and why. */
export const RetriesTable = ({ retries }: { retries: WorkflowDetail['retries'] }) => {
  const translate = useTranslate();
  const word = (name: string) => translate(`inspector.workflows.${name}`);
  const answer = usePagedRows(retries);
  return (
    <>
      <Typography variant="subtitle2" component="h3" sx={{ paddingTop: 1 }}>
        {word('retries')}
      </Typography>
      <DetailGrid
        label={word('retries')}
        answer={answer}
        none=""
        rowId={({ at, stepName }) => `${at} ${stepName}`}
        columns={[
          { name: 'at', label: word('at'), render: ({ at }) => <DateTime value={at} /> },
          { name: 'by', label: word('by'), render: ({ by }) => by },
          { name: 'step', label: word('step'), render: ({ stepName }) => stepName },
          { name: 'reason', label: word('reason'), render: ({ reason }) => reason ?? '' },
        ]}
      />
    </>
  );
};
