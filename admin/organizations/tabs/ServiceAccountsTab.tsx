import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useListContext, useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { Organization, ServiceAccount } from '../../../shared/contract/organizationSchemas.ts';
import { addressLimitProblem } from '../../../shared/rules/organization.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useDraftValues } from '../../components/FormDraft.tsx';
import { LabeledValue, LabeledValues } from '../../components/LabeledValue.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { RelatedList } from '../../components/RelatedList.tsx';
import { serverMessages } from '../../components/serverError.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';

const label = (name: string) => `organizations.serviceAccounts.${name}`;

interface TabProps {
  organization: Pick<Organization, 'id'>;
}

/** Service accounts tab (spec 1 section 2): how many there may be, and each with the addresses it may call from. */
export const ServiceAccountsTab = ({ organization: { id } }: TabProps) => (
  <>
    <AccountLimit id={id} />
    <RelatedList reference="serviceaccounts" perPage={1000} empty={label('none')}>
      <Accounts id={id} />
    </RelatedList>
  </>
);

const AccountLimit = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['organizations', id, 'serviceAccountLimit'],
    queryFn: async ({ signal }) =>
      (await provider.organizations.serviceAccountLimit({ params: { id } }, { signal })).data,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingRows rows={1} />;
  return (
    <Box sx={{ marginBottom: 2 }}>
      <CountInput
        key={data}
        name="serviceAccountLimit"
        label={translate(label('allowed'))}
        updateLabel={translate(label('updateLimit'))}
        value={data}
        send={(count) => provider.organizations.setServiceAccountLimit({ params: { id }, body: { count } })}
        done={label('limitSaved')}
        failed={label('limitFailed')}
        changes="organizations"
      />
    </Box>
  );
};

const Accounts = ({ id }: { id: string }) => {
  const { data = [] } = useListContext<ServiceAccount>();
  return data.map((account) => <Account key={account.id} organizationId={id} account={account} />);
};

/** One service account; its allowed addresses cannot be fewer than those it has registered (spec 1 section 5). */
const Account = ({ organizationId, account }: { organizationId: string; account: ServiceAccount }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const text = (name: string) => translate(label(name));
  const { id, clientId, serviceAccountEnabled, allowedAddressCount, clientIpAddresses } = account;
  return (
    <Paper variant="outlined" component="section" aria-label={clientId} sx={{ padding: 2, marginBottom: 2 }}>
      <LabeledValues>
        <LabeledValue label={text('clientId')}>{clientId}</LabeledValue>
        <LabeledValue label={text('enabled')}>{text(serviceAccountEnabled ? 'yes' : 'no')}</LabeledValue>
        <LabeledValue label={text('addresses')}>
          {clientIpAddresses.length === 0 ? (
            text('noAddresses')
          ) : (
            <Box component="ul" sx={{ margin: 0, paddingLeft: 2 }}>
              {clientIpAddresses.map((address) => (
                <li key={address}>{address}</li>
              ))}
            </Box>
          )}
        </LabeledValue>
      </LabeledValues>
      <Box sx={{ marginTop: 2 }}>
        <CountInput
          key={allowedAddressCount}
          name={`serviceAccount.${id}`}
          label={text('allowedAddresses')}
          updateLabel={translate(label('updateAddresses'), { clientId })}
          value={allowedAddressCount}
          problemOf={(count) => addressLimitProblem(count, clientIpAddresses.length)}
          send={(count) =>
            provider.organizations.setAddressLimit({ params: { id: organizationId, accountId: id }, body: { count } })
          }
          done={label('addressesUpdated')}
          failed={label('addressesFailed')}
          changes="serviceaccounts"
        />
      </Box>
    </Paper>
  );
};

interface CountInputProps {
  /** Of its draft. */
  name: string;
  label: string;
  /** Accessible name of the button. */
  updateLabel: string;
  value: number;
  /** Validation error of a number, or null. */
  problemOf?: (count: number) => string | null;
  send: (count: number) => Promise<unknown>;
  /** Message keys. */
  done: string;
  failed: string;
  /** Resource whose queries the update makes outdated. */
  changes: string;
}

const maxCount = 1000;

/** A number with an Update button of its own. It is inside the editor's form, so Enter must not save the organization. */
const CountInput = (props: CountInputProps) => {
  const { name, label: inputLabel, updateLabel, value, problemOf, send, done, failed, changes } = props;
  const translate = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const [{ typed }, change] = useDraftValues(name, { typed: String(value) });
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: () => {
      notify(done, { type: 'success' });
      return queries.invalidateQueries({ queryKey: [changes] });
    },
    onError: (error) => {
      notify(failed, { type: 'error' });
      setProblem(serverMessages(error).join(' '));
    },
  });
  const update = () => {
    const count = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    const current = count >= 0 && count <= maxCount ? (problemOf?.(count) ?? null) : translate(label('wholeNumber'));
    setProblem(current);
    if (current === null && !isPending) mutate(count);
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}>
      <TextField
        type="number"
        label={inputLabel}
        value={typed}
        error={problem !== null}
        helperText={problem}
        onChange={(event) => change({ typed: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          update();
        }}
        slotProps={{ htmlInput: { min: 0, max: maxCount, step: 1 } }}
        sx={{ minWidth: 280 }}
      />
      <Button
        type="button"
        variant="outlined"
        aria-label={updateLabel}
        disabled={isPending || typed === String(value)}
        onClick={update}
      >
        {translate(label('update'))}
      </Button>
    </Box>
  );
};
