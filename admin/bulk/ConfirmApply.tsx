import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { consequenceTexts } from '../../shared/bulk/consequences.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { counted } from './bulkWords.ts';
import { Consequences } from './PlanSummary.tsx';
import { changesOf, type Prepared } from './preparedPlan.ts';

interface ConfirmApplyProps {
  prepared: Prepared;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a plan is carried out; where it goes beyond a safety limit, or deletes, the number of changes has to be typed. */
export const ConfirmApply = ({ prepared, onConfirm, onClose }: ConfirmApplyProps) => {
  const translate = useTranslate();
  const { foot } = prepared.plan;
  const count = changesOf(prepared.plan);
  const texts = consequenceTexts(foot.consequences);
  const isGrave = prepared.brake !== null || foot.counts.delete > 0;
  return (
    <ConfirmDialog
      title={translate('bulk.confirm.title', counted(count))}
      confirmLabel={translate('bulk.confirm.apply')}
      {...(isGrave && { typedName: String(count) })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Typography>{translate('bulk.confirm.text')}</Typography>
      {prepared.brake && <Alert severity="warning">{prepared.brake.message}</Alert>}
      {texts.length > 0 && <Consequences texts={texts} />}
      {foot.counts.conflict > 0 && (
        <Typography>{translate('bulk.confirm.conflicts', counted(foot.counts.conflict))}</Typography>
      )}
    </ConfirmDialog>
  );
};
