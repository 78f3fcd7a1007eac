import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { FaxAccount } from '../../../shared/contract/fax.ts';
import { faxText, isFax } from '../../../shared/rules/fax.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormText } from '../../components/FormText.tsx';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { SourceTable } from './SourceTable.tsx';

interface FaxNumbersProps {
  account: FaxAccount;
  onChanged: () => unknown;
}

/** Fax numbers of an account. */
export const FaxNumbers = ({ account, onChanged }: FaxNumbersProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const [adding, setAdding] = useState(false);
  const label = (name: string) => translate(`addresses.fax.${name}`);
  const { numbers, isEnabled } = account;
  const add = async (number: string, displayName: string) => {
    if (account.kind === 'westfax') {
      await provider.call('fax', 'addWestFaxNumber', { params: { id: account.id }, body: { number, displayName } });
      return;
    }
    const { organizationId, id: faxAccountId } = account;
    await provider.call('documentsources', 'create', {
      body: {
        organizationId,
        type: 'Fax',
        address: number,
        displayName,
        faxAccountId,
      },
    });
  };
  return (
    <Box component="section" aria-labelledby="fax-numbers" sx={{ marginTop: 3 }}>
      <Typography id="fax-numbers" variant="subtitle1" component="h2" sx={{ fontWeight: 600 }} gutterBottom>
        {label('numbers')}
      </Typography>
      {!isEnabled && (
        <Alert severity="info" sx={{ marginBottom: 1 }}>
          {label('off')}
        </Alert>
      )}
      <Button type="button" variant="outlined" disabled={!isEnabled} onClick={() => setAdding(true)}>
        {label('add')}
      </Button>
      {numbers.length === 0 ? (
        <EmptyState text={label('noNumbers')} />
      ) : (
        <SourceTable label={label('list')} rows={numbers} onChanged={onChanged} />
      )}
      {adding && (
        <FormDialog
          title={label('addTitle')}
          submitLabel={label('add')}
          failureText={label('numberFailed')}
          defaultValues={{ address: '', displayName: account.displayName }}
          validate={({ address }) => (address && !isFax(address) ? { address: faxText } : {})}
          onSubmit={async (values) => {
            const { address, displayName } = values;
            await add(address, displayName);
            notify('addresses.fax.numberAdded', { type: 'success' });
            await onChanged();
          }}
          onClose={() => setAdding(false)}
        >
          <FormText source="address" label="addresses.source.number" type="tel" required maxLength={25} />
          <FormText source="displayName" label="addresses.source.displayName" required maxLength={255} />
        </FormDialog>
      )}
    </Box>
  );
};
