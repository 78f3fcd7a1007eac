import Add from '@mui/icons-material/Add';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import { BooleanInput, DataTable, LinkBase, useRecordContext, useTranslate } from 'react-admin';
import type { Assignment, User } from '../../shared/contract/userSchemas.ts';
import { ActionDialog, DialogButton, SaveDialog } from '../components/actions.tsx';
import { Section } from '../components/FormSection.tsx';
import { actionsColumn } from '../components/ListTable.tsx';
import { RelatedList, RelatedTable } from '../components/RelatedList.tsx';
import { OrganizationInput } from '../components/OrganizationInput.tsx';
import { inputAt } from '../components/RecordForm.tsx';
import { StateChip } from '../components/StateChip.tsx';

const changes = ['users', 'userorganizations', 'organizations', 'organizationadmins'];
const texts = 'users.organizations';

/** The organizations that a user may work in. */
export const UserOrganizations = ({ user }: { user: User }) => {
  const translate = useTranslate();
  return (
    <Paper variant="outlined" sx={{ padding: 2 }}>
      <Section
        title="users.tabs.organizations"
        actions={
          !user.isDeleted && (
            <DialogButton
              variant="contained"
              startIcon={<Add />}
              label={`${texts}.add`}
              renderDialog={(close) => <AssignDialog user={user} onClose={close} />}
            />
          )
        }
      >
        <RelatedList
          reference="userorganizations"
          target="userId"
          empty={`${texts}.none`}
          failedText={`${texts}.failed`}
        >
          <RelatedTable label="users.tabs.organizations">
            <DataTable.Col<Assignment>
              source="name"
              label={`${texts}.name`}
              render={({ id, name }) => (
                <Link component={LinkBase} to={`/admin/organizations/${encodeURIComponent(id)}`} color="inherit">
                  {name}
                </Link>
              )}
            />
            <DataTable.Col source="orgId" label={`${texts}.orgId`} />
            <DataTable.Col<Assignment>
              source="isAdministrator"
              label={`${texts}.isAdministrator`}
              render={({ isAdministrator }) => translate(isAdministrator ? 'records.yes' : 'records.no')}
            />
            <DataTable.Col<Assignment>
              source="isCurrent"
              label={`${texts}.isCurrent`}
              render={({ isCurrent }) =>
                isCurrent && <StateChip icon={CheckCircle} severity="good" label={`${texts}.current`} />
              }
            />
            {!user.isDeleted && (
              <DataTable.Col source={actionsColumn} label="components.table.actions">
                <RemoveButton user={user} />
              </DataTable.Col>
            )}
          </RelatedTable>
        </RelatedList>
      </Section>
    </Paper>
  );
};

interface NewAssignment {
  readonly organizationId: string;
  readonly isAdministrator: boolean;
}

const AssignDialog = ({ user, onClose }: { user: User; onClose: () => void }) => (
  <SaveDialog<NewAssignment, Assignment>
    title={`${texts}.addTitle`}
    submitLabel={`${texts}.addConfirm`}
    failureText={`${texts}.addFailed`}
    defaultValues={{ organizationId: '', isAdministrator: false }}
    send={({ users }, body) => users.assign({ body: { ...body, userId: user.id } })}
    done={`${texts}.added`}
    changes={changes}
    onClose={onClose}
  >
    <OrganizationInput label="users.fields.organizationId" isRequired />
    <BooleanInput {...inputAt('isAdministrator')} label={`${texts}.isAdministrator`} />
  </SaveDialog>
);

const RemoveButton = ({ user }: { user: User }) => {
  const translate = useTranslate();
  const organization = useRecordContext<Assignment>();
  if (!organization) return null;
  const values = { name: organization.name };
  return (
    <DialogButton
      size="small"
      label={`${texts}.removeConfirm`}
      aria-label={translate(`${texts}.removeNamed`, values)}
      renderDialog={(close) => (
        <ActionDialog
          texts={`${texts}.remove`}
          values={values}
          send={({ users }) => users.unassign({ body: { userId: user.id, organizationId: organization.id } })}
          done={`${texts}.removed`}
          failed={`${texts}.removeFailed`}
          changes={changes}
          onClose={close}
        />
      )}
    />
  );
};
