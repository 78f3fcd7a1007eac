import { useTranslate } from 'react-admin';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { Fact, Facts } from '../components/Fact.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { Moment } from '../components/Moment.tsx';
import { ActivationState, CancellationState, LoginState } from './organizationStates.tsx';

/** What the editor shows but does not change: the states, which have their own deeds in the list, and who did what when. */
export const OrganizationFacts = ({ organization }: { organization: Organization }) => {
  const translate = useTranslate();
  const label = (field: string) => translate(`organizations.fields.${field}`);
  const { isActivated, isEnabled, isPendingCancellation, cancelAt } = organization;
  const canceling = isPendingCancellation || cancelAt !== null;
  return (
    <>
      <FormSection title={translate('organizations.sections.state')}>
        <Facts>
          <Fact label={label('isActivated')}>
            <ActivationState isActivated={isActivated} />
          </Fact>
          <Fact label={label('isEnabled')}>
            <LoginState isEnabled={isEnabled} />
          </Fact>
          <Fact label={label('cancellation')}>
            {canceling ? (
              <CancellationState isPendingCancellation={isPendingCancellation} cancelAt={cancelAt} />
            ) : (
              translate('organizations.states.none')
            )}
          </Fact>
        </Facts>
      </FormSection>
      <OrganizationAudit organization={organization} />
    </>
  );
};

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
