import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { Form, useParams } from 'react-admin';
import { useCallback, useId } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { PlanItem } from '../../shared/contract/plans.ts';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { FormErrorSummary } from '../components/FormErrorSummary.tsx';
import { RecordFormActions } from '../components/records/RecordFormActions.tsx';
import { useAppConfig } from '../providers/appContext.ts';
import { OrganizationConflictDialog } from './OrganizationConflictDialog.tsx';
import { OrganizationHeader } from './OrganizationHeader.tsx';
import { OrganizationInputs } from './OrganizationInputs.tsx';
import { OrganizationTabBar } from './OrganizationTabBar.tsx';
import { emptyOrganization, formProblems, nested, type OrganizationFormValues, toForm } from './organizationModel.ts';
import { defaultTab, tabAddress, tabOf, tabsFor } from './organizationTabs.ts';
import { useOrganizationSave } from './useOrganizationSave.ts';

const labelOf = (field: string) => `organizations.fields.${field}`;

/** The form round every tab: one set of values, checked as a whole, whichever tab is on screen (spec 1 sections 2 and 5). */
export const OrganizationForm = ({ loaded }: { loaded?: Organization }) => {
  const queries = useQueryClient();
  const formId = useId();
  const { '*': asked = '' } = useParams();
  const { save, conflict, closeConflict } = useOrganizationSave(loaded);
  const tabs = tabsFor(loaded !== undefined, useAppConfig().features);
  const tab = tabs.find(({ path }) => path === asked)?.path ?? defaultTab;
  const stored = loaded ? toForm(loaded) : undefined;

  const validate = useCallback(
    (values: object) => {
      const plans = queries.getQueryData<PlanItem[]>(['lookup', 'plans']);
      const before = loaded ? toForm(loaded) : undefined;
      return nested(formProblems(values as OrganizationFormValues, before, plans));
    },
    [queries, loaded],
  );

  return (
    <>
      <OrganizationHeader loaded={loaded} tab={tab} />
      <Form
        id={formId}
        defaultValues={stored ?? emptyOrganization}
        validate={validate}
        onSubmit={(values: object) => save(values as OrganizationFormValues)}
        mode="onTouched"
        noValidate
        disableInvalidFormNotification
        warnWhenUnsavedChanges
        formRootPathname={tabAddress(loaded?.id, defaultTab)}
      >
        <FormErrorSummary
          labelOf={labelOf}
          addressOf={(field) => tabAddress(loaded?.id, tabOf(field))}
          invalidText="organizations.save.incomplete"
        />
        <Paper variant="outlined">
          <OrganizationTabBar tabs={tabs} current={tab} id={loaded?.id} />
          <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`} sx={{ padding: 2 }}>
            <OrganizationInputs tab={tab} loaded={loaded} />
          </Box>
          <RecordFormActions path="/admin/organizations" />
        </Paper>
        {conflict && <OrganizationConflictDialog conflict={conflict} formId={formId} onClose={closeConflict} />}
      </Form>
    </>
  );
};
