import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { OrganizationDomain } from '../../../shared/contract/organizationActivity.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Fact, Facts } from '../../components/Fact.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormText } from '../../components/FormText.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { useDeed } from '../../components/useDeed.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { useAnswer } from '../../providers/useAnswer.ts';

/** Domains whose direct addresses the organization may have. */
export const DirectDomains = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<OrganizationDomain>();
  const asked = useAnswer('organizations', 'domains', { params: { id } });
  const { run, working, failure, forget } = useDeed({ serverAlone: true });
  const label = (name: string, values?: Record<string, unknown>) => translate(`addresses.direct.${name}`, values);
  const close = () => {
    forget();
    setLeaving(undefined);
  };
  const remove = async (domainId: string) => {
    const done = await run({
      run: () => provider.call('organizations', 'removeDomain', { params: { id, domainId } }),
      done: 'addresses.direct.domainRemoved',
      failed: 'addresses.source.deleteFailed',
    });
    if (!done) return;
    setLeaving(undefined);
    await asked.refetch();
  };
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (asked.isPending) return <LoadingRows rows={2} />;
  const { ownDomain, items } = asked.data;
  return (
    <Box component="section" aria-labelledby="direct-domains" sx={{ marginBottom: 3 }}>
      <Typography id="direct-domains" variant="subtitle1" component="h2" sx={{ fontWeight: 600 }} gutterBottom>
        {label('domains')}
      </Typography>
      <Facts>
        <Fact label={label('ownDomain')}>{ownDomain ?? label('noOwnDomain')}</Fact>
        <Fact label={label('furtherDomains')}>
          {items.length === 0 && label('noDomains')}
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {items.map((item) => (
              <li key={item.id}>
                {item.domain}
                <IconButton
                  size="small"
                  aria-label={label('removeDomain', { name: item.domain })}
                  onClick={() => setLeaving(item)}
                >
                  <Delete fontSize="small" />
                </IconButton>
              </li>
            ))}
          </Box>
        </Fact>
      </Facts>
      <Button type="button" variant="outlined" sx={{ marginTop: 1 }} onClick={() => setAdding(true)}>
        {label('addDomain')}
      </Button>
      {adding && (
        <FormDialog
          title={label('addDomain')}
          submitLabel={label('addDomain')}
          failureText={label('domainFailed')}
          defaultValues={{ domain: '' }}
          onSubmit={async (values) => {
            const { domain } = values;
            await provider.call('organizations', 'addDomain', { params: { id }, body: { domain } });
            notify('addresses.direct.domainAdded', { type: 'success' });
            await asked.refetch();
          }}
          onClose={() => setAdding(false)}
        >
          <FormText
            source="domain"
            label="addresses.direct.domain"
            required
            maxLength={253}
            helperText={label('domainHint')}
          />
        </FormDialog>
      )}
      {leaving && (
        <ConfirmDialog
          title={label('removeDomainTitle', { name: leaving.domain })}
          confirmLabel={translate('addresses.source.remove')}
          working={working}
          failure={failure}
          onConfirm={() => void remove(leaving.id)}
          onClose={close}
        >
          <Typography>{label('removeDomainText')}</Typography>
        </ConfirmDialog>
      )}
    </Box>
  );
};
