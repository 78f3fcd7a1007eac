import { useNotify, useTranslate } from 'react-admin';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { directAddressProblem } from '../../../shared/rules/address.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormSelect } from '../../components/FormSelect.tsx';
import { FormText } from '../../components/FormText.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { useAnswer } from '../../providers/useAnswer.ts';
import { useProviders } from './useProviders.ts';

interface AddDirectAddressDialogProps {
  organization: Organization;
  onAdded: () => unknown;
  onClose: () => void;
}

interface Values {
  readonly address: string;
  readonly domain: string;
  readonly displayName: string;
  readonly providerId: string | null;
}

/** A direct address on one of the organization's domains; the three rules of spec 3 section 5 hold before the @. */
export const AddDirectAddressDialog = ({ organization, onAdded, onClose }: AddDirectAddressDialogProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const providers = useProviders('DirectMessaging');
  const { data, isPending } = useAnswer('organizations', 'domains', { params: { id: organization.id } });
  if (isPending) return <LoadingRows rows={1} />;
  const domains = [...(data?.ownDomain ? [data.ownDomain] : []), ...(data?.items.map(({ domain }) => domain) ?? [])];
  const label = (name: string) => translate(`addresses.${name}`);
  return (
    <FormDialog
      title={label('direct.addTitle')}
      submitLabel={label('direct.add')}
      failureText={label('source.failed')}
      defaultValues={{
        address: '',
        domain: domains[0] ?? '',
        displayName: organization.name,
        providerId: organization.direct.providerId,
      }}
      validate={({ address }) => {
        const problem = directAddressProblem((address ?? '').trim());
        return problem === null ? {} : { address: problem };
      }}
      onSubmit={async (values) => {
        const { address, domain, displayName, providerId } = values as Values;
        await provider.call('documentsources', 'create', {
          body: {
            organizationId: organization.id,
            type: 'DirectMessaging',
            address: `${address.trim()}@${domain}`,
            displayName,
            providerId: providerId || null,
          },
        });
        notify('addresses.source.added', { type: 'success' });
        await onAdded();
      }}
      onClose={onClose}
    >
      <FormText source="address" label="addresses.direct.localPart" required maxLength={64} />
      <FormSelect
        source="domain"
        label="addresses.direct.domain"
        required
        options={domains.map((domain) => ({ id: domain, name: `@${domain}` }))}
      />
      <FormText source="displayName" label="addresses.source.displayName" required maxLength={255} />
      <FormSelect source="providerId" label="addresses.source.provider" options={providers} />
    </FormDialog>
  );
};
