import { useTranslate } from 'react-admin';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { FormSection } from '../components/FormSection.tsx';
import { FormText } from '../components/FormText.tsx';
import { FeatureInputs } from './FeatureInputs.tsx';
import { LookupField } from './LookupField.tsx';
import { NpiField } from './NpiField.tsx';
import { OrganizationAddressInputs } from './OrganizationAddressInputs.tsx';
import { OrganizationAudit } from './OrganizationAudit.tsx';
import { ResellerPlanInputs } from './ResellerPlanInputs.tsx';
import { SubdomainField } from './SubdomainField.tsx';

/** Details tab, the default one. */
export const OrganizationDetailsInputs = ({ loaded }: { loaded: Organization | undefined }) => {
  const translate = useTranslate();
  return (
    <>
      <FormSection title={translate('organizations.sections.identity')}>
        <FormText source="name" label="organizations.fields.name" required maxLength={255} />
        <SubdomainField loaded={loaded} />
        <LookupField source="brandId" lookup="brands" />
        <LookupField source="networkDbId" lookup="networks" />
        <LookupField source="typeId" lookup="types" />
        <LookupField source="specialtyId" lookup="specialties" />
      </FormSection>
      <ResellerPlanInputs loaded={loaded} />
      <FormSection title={translate('organizations.sections.identifiers')}>
        <NpiField ownId={loaded?.id} />
        <FormText source="ssoUrl" label="organizations.fields.ssoUrl" type="url" maxLength={2048} />
      </FormSection>
      <OrganizationAddressInputs />
      <FeatureInputs loaded={loaded} />
      {loaded && <OrganizationAudit organization={loaded} />}
    </>
  );
};
