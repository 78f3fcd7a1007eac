import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { Values } from '../../../shared/bulk/values.ts';
import { seedRecordsDefault } from '../../../shared/rules/organization.ts';
import type { BulkDeed } from './organizationBulkDeeds.ts';

interface ActivationOptionsProps {
  deed: BulkDeed;
  onPreview: (cells: Values) => void;
}

const focusOnArrival = (box: HTMLElement | null) => box?.focus();

/** What activating brings along: the e-mail only where it is asked for, the records address unless it is unticked. */
export const ActivationOptions = ({ deed, onPreview }: ActivationOptionsProps) => {
  const translate = useTranslate();
  const [sendEmail, setSendEmail] = useState(false);
  const [seedRecords, setSeedRecords] = useState(seedRecordsDefault);
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        onPreview({ ...deed.cells, send_email: sendEmail, seed_records: seedRecords });
      }}
      sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 1 }}
    >
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={sendEmail}
            slotProps={{ input: { ref: focusOnArrival } }}
            onChange={(_event, on) => setSendEmail(on)}
          />
        }
        label={translate('organizations.activation.sendEmail')}
      />
      <FormControlLabel
        control={<Checkbox size="small" checked={seedRecords} onChange={(_event, on) => setSeedRecords(on)} />}
        label={translate('organizations.activation.seedRecords')}
      />
      <Button type="submit" variant="contained">
        {translate('selection.preview')}
      </Button>
    </Box>
  );
};
