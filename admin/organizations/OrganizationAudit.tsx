import { useTranslate } from 'react-admin';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { Fact, Facts } from '../components/Fact.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { Moment } from '../components/Moment.tsx';

/** Audit fields (spec 1 section 2). */
export const OrganizationAudit = ({ organization }: { organization: Organization }) => {
  const translate = useTranslate();
  const label = (field: string) => translate(`organizations.fields.${field}`);
  return (
    <FormSection title={translate('organizations.sections.audit')}>
      <Facts>
        <Fact label={label('createdBy')}>{organization.createdBy}</Fact>
        <Fact label={label('createDate')}>
          <Moment value={organization.createDate} />
        </Fact>
        <Fact label={label('modifiedBy')}>{organization.modifiedBy}</Fact>
        <Fact label={label('modifiedDate')}>
          <Moment value={organization.modifiedDate} />
        </Fact>
      </Facts>
    </FormSection>
  );
};
