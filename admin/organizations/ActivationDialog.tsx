import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useNotify, useRefresh, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { seedRecordsDefault } from '../../shared/rules/organization.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { serverWords } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

type Choice = 'activated' | 'notActivated';

/** Activates or deactivates; activating may send the e-mail and creates the records address unless unticked (spec 1 section 4). */
export const ActivationDialog = ({ row, onClose }: { row: OrganizationRow; onClose: () => void }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const [choice, setChoice] = useState<Choice>();
  const [sendEmail, setSendEmail] = useState(false);
  const [seedRecords, setSeedRecords] = useState(seedRecordsDefault);
  const [asked, setAsked] = useState(false);
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const missing = asked && choice === undefined;
  const activating = choice === 'activated';

  const save = async () => {
    setAsked(true);
    if (choice === undefined) return;
    setWorking(true);
    setFailure(null);
    try {
      const options = activating ? { sendEmail, seedRecords } : { sendEmail: false, seedRecords: false };
      await provider.setActivation(row.id, { activated: activating, ...options });
      notify('organizations.activation.updated', { type: 'success' });
      refresh();
      onClose();
    } catch (error) {
      setFailure([translate('organizations.activation.failed'), ...serverWords(error)].join(' '));
      setWorking(false);
    }
  };

  return (
    <ConfirmDialog
      title={translate('organizations.activation.title')}
      confirmLabel={translate('organizations.activation.save')}
      working={working}
      failure={failure}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <FormControl error={missing} required>
        <FormLabel id="activation-status" sx={{ overflowWrap: 'anywhere' }}>
          {translate('organizations.activation.status', { name: row.name })}
        </FormLabel>
        <RadioGroup
          aria-labelledby="activation-status"
          aria-describedby={missing ? 'activation-missing' : undefined}
          value={choice ?? ''}
          onChange={(event) => setChoice(event.target.value === 'activated' ? 'activated' : 'notActivated')}
        >
          {(['activated', 'notActivated'] as const).map((state) => (
            <FormControlLabel
              key={state}
              value={state}
              control={<Radio size="small" />}
              label={translate(`organizations.states.${state}`)}
            />
          ))}
        </RadioGroup>
        {missing && (
          <FormHelperText id="activation-missing">{translate('organizations.activation.required')}</FormHelperText>
        )}
      </FormControl>
      {activating && (
        <div>
          <FormControlLabel
            control={
              <Checkbox size="small" checked={sendEmail} onChange={(event) => setSendEmail(event.target.checked)} />
            }
            label={translate('organizations.activation.sendEmail')}
          />
          <br />
          <FormControlLabel
            control={
              <Checkbox size="small" checked={seedRecords} onChange={(event) => setSeedRecords(event.target.checked)} />
            }
            label={translate('organizations.activation.seedRecords')}
          />
        </div>
      )}
      {choice === 'notActivated' && <Typography>{translate('organizations.activation.whatHappens')}</Typography>}
    </ConfirmDialog>
  );
};
