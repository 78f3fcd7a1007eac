import Delete from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { FilterLiveForm, SelectInput, TextInput, useListContext, useTranslate } from 'react-admin';
import type { HTMLAttributes } from 'react';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { directAddressProblem } from '../../../shared/rules/address.ts';
import { searchDebounceMs } from '../../../shared/rules/paging.ts';
import { ActionDialog, DialogButton, SaveDialog } from '../../components/actions.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Section } from '../../components/FormSection.tsx';
import { LabeledValue, LabeledValues } from '../../components/LabeledValue.tsx';
import { ListSearch } from '../../components/ListSearch.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { inputAt, textAt, useRequired } from '../../components/RecordForm.tsx';
import { RelatedList } from '../../components/RelatedList.tsx';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { SourceInputs, sourceResources, SourceTable } from './DocumentSources.tsx';
import { SavedAddressesDialog } from './SavedAddressesDialog.tsx';

const label = (name: string) => `addresses.direct.${name}`;

interface TabProps {
  organization: Organization;
}

/** Direct tab: domains and direct addresses, which are saved on their own; the settings of direct messaging are on Settings. */
export const DirectTab = ({ organization }: TabProps) => (
  <>
    <DirectDomains id={organization.id} />
    <DirectAddresses organization={organization} />
  </>
);

/** The organization's own domain and further ones. */
export const useDomains = (id: string) => {
  const provider = useAppDataProvider();
  return useQuery({
    queryKey: ['domains', id],
    queryFn: ({ signal }) => provider.organizations.domains({ params: { id } }, { signal }),
  });
};

/** Domains whose direct addresses the organization may have. */
const DirectDomains = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const { data, error, isPending, refetch } = useDomains(id);
  const text = (name: string, values?: Record<string, unknown>) => translate(label(name), values);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <LoadingRows rows={2} />;
  const { ownDomain, items } = data;
  return (
    <Section title={label('domains')}>
      <LabeledValues>
        <LabeledValue label={label('ownDomain')}>{ownDomain ?? text('noOwnDomain')}</LabeledValue>
        <LabeledValue label={label('furtherDomains')}>
          {items.length === 0 && text('noDomains')}
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {items.map(({ id: domainId, domain: name }) => (
              <li key={domainId}>
                {name}
                <DialogButton
                  icon={Delete}
                  label={text('removeDomain', { name })}
                  renderDialog={(close) => (
                    <ActionDialog
                      texts={label('removeDomain')}
                      values={{ name }}
                      send={({ organizations }) => organizations.removeDomain({ params: { id, domainId } })}
                      done={label('domainRemoved')}
                      failed="addresses.source.deleteFailed"
                      changes={['domains']}
                      isServerTextAlone
                      onClose={close}
                    />
                  )}
                />
              </li>
            ))}
          </Box>
        </LabeledValue>
      </LabeledValues>
      <DialogButton
        variant="outlined"
        sx={{ marginTop: 1 }}
        label={label('addDomain')}
        renderDialog={(close) => <AddDomainDialog id={id} onClose={close} />}
      />
    </Section>
  );
};

const AddDomainDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const required = useRequired();
  return (
    <SaveDialog
      title={label('addDomain')}
      submitLabel={label('addDomain')}
      failureText={label('domainFailed')}
      defaultValues={{ domain: '' }}
      send={({ organizations }, body) => organizations.addDomain({ params: { id }, body })}
      done={label('domainAdded')}
      changes={['domains']}
      onClose={onClose}
    >
      <TextInput
        {...textAt('domain', 253, required(label('domain')))}
        label={label('domain')}
        helperText={label('domainHint')}
      />
    </SaveDialog>
  );
};

const directAddresses = { type: 'DirectMessaging' };

const DirectAddresses = ({ organization }: TabProps) => {
  const translate = useTranslate();
  const { isEnabled } = organization.direct;
  return (
    <Section title={label('addresses')}>
      {!isEnabled && (
        <Alert severity="info" sx={{ marginBottom: 1 }}>
          {translate(label('off'))}
        </Alert>
      )}
      <RelatedList
        reference="documentsources"
        filter={directAddresses}
        perPage={10}
        renderFrame={(rows) => (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBottom: 1, alignItems: 'center' }}>
              <DialogButton
                variant="outlined"
                label={label('add')}
                disabled={!isEnabled}
                renderDialog={(close) => <AddAddressDialog organization={organization} onClose={close} />}
              />
              <DialogButton
                label={label('saved')}
                renderDialog={(close) => <SavedAddressesDialog organizationId={organization.id} onClose={close} />}
              />
              <FilterLiveForm debounce={searchDebounceMs} formComponent={FilterBox}>
                <ListSearch source="q" alwaysOn label="addresses.source.search" />
              </FilterLiveForm>
            </Box>
            {rows}
          </>
        )}
        empty={<NoAddresses />}
      >
        <SourceTable label={label('list')} type="DirectMessaging" />
      </RelatedList>
    </Section>
  );
};

/** Within the form of the organization, where a second one cannot be; Enter must not submit it. */
const FilterBox = ({ children }: Pick<HTMLAttributes<HTMLFormElement>, 'onSubmit' | 'children'>) => (
  <Box
    sx={{ flex: '1 1 180px', maxWidth: 420 }}
    onKeyDown={(event) => {
      if (event.key === 'Enter') event.preventDefault();
    }}
  >
    {children}
  </Box>
);

const NoAddresses = () => {
  const { filterValues } = useListContext();
  const { q = '' } = filterValues as { q?: string };
  return <EmptyState text={useTranslate()(q === '' ? label('none') : 'addresses.source.noMatch')} />;
};

const validateLocalPart = (value: unknown) =>
  typeof value === 'string' ? (directAddressProblem(value.trim()) ?? undefined) : undefined;

/** A direct address on one of the organization's domains; the three rules of spec 3 section 5 hold before the @. */
const AddAddressDialog = ({ organization, onClose }: TabProps & { onClose: () => void }) => {
  const required = useRequired();
  const { data, isPending } = useDomains(organization.id);
  if (isPending) return <LoadingRows rows={1} />;
  const domains = [...(data?.ownDomain ? [data.ownDomain] : []), ...(data?.items.map(({ domain }) => domain) ?? [])];
  const { id: organizationId, name, direct } = organization;
  return (
    <SaveDialog
      title={label('addTitle')}
      submitLabel={label('add')}
      failureText="addresses.source.failed"
      defaultValues={{ address: '', domain: domains[0] ?? '', displayName: name, providerId: direct.providerId }}
      send={(provider, { address, domain, displayName, providerId }) =>
        provider.documentsources.create({
          body: {
            organizationId,
            type: 'DirectMessaging',
            address: `${address.trim()}@${domain}`,
            displayName,
            providerId: providerId || null,
          },
        })
      }
      done="addresses.source.added"
      changes={sourceResources}
      onClose={onClose}
    >
      <TextInput
        {...textAt('address', 64, required(label('localPart')), validateLocalPart)}
        label={label('localPart')}
      />
      <SelectInput
        {...inputAt('domain')}
        margin="none"
        label={label('domain')}
        validate={required(label('domain'))}
        translateChoice={false}
        choices={domains.map((domain) => ({ id: domain, name: `@${domain}` }))}
      />
      <SourceInputs type="DirectMessaging" stored={{ providerId: direct.providerId, providerName: null }} />
    </SaveDialog>
  );
};
