import { DataTable, useRecordContext, useTranslate } from 'react-admin';
import type { ConnectedApplication, Person } from '../../shared/contract/peopleSchemas.ts';
import { ActionDialog, DialogButton } from './actions.tsx';
import { DateTimeField } from './DateTime.tsx';
import { Section } from './FormSection.tsx';
import { actionsColumn } from './ListTable.tsx';
import { LocalList, RelatedTable } from './RelatedList.tsx';

const texts = 'people.applications';

type Owner = Pick<Person, 'id' | 'name' | 'applications'>;

const applicationNames: Readonly<Record<string, string>> = {
  'carepost-web': `${texts}.web`,
  'carepost-cli': `${texts}.commandLine`,
};

/** The applications that an account is signed in with, each with the button that ends its sign-ins. */
export const ConnectedApplications = ({ person }: { person: Owner }) => {
  const translate = useTranslate();
  return (
    <Section title={`${texts}.title`}>
      <LocalList resource="personapplications" rows={person.applications} empty={`${texts}.none`}>
        <RelatedTable label={`${texts}.title`}>
          <DataTable.Col<ConnectedApplication>
            source="id"
            label={`${texts}.name`}
            render={({ id }) => translate(applicationNames[id] ?? id, { _: id })}
          />
          <DataTable.Col source="signIns" label={`${texts}.signIns`} />
          <DataTable.Col source="startedAt" label={`${texts}.startedAt`} field={DateTimeField} />
          <DataTable.Col source={actionsColumn} label="components.table.actions">
            <EndButton person={person} />
          </DataTable.Col>
        </RelatedTable>
      </LocalList>
    </Section>
  );
};

const EndButton = ({ person }: { person: Owner }) => {
  const translate = useTranslate();
  const application = useRecordContext<ConnectedApplication>();
  if (!application) return null;
  const values = {
    name: person.name,
    application: translate(applicationNames[application.id] ?? application.id, { _: application.id }),
  };
  return (
    <DialogButton
      size="small"
      label={`${texts}.endConfirm`}
      aria-label={translate(`${texts}.endNamed`, values)}
      renderDialog={(close) => (
        <ActionDialog
          texts={`${texts}.end`}
          values={values}
          send={({ people }) => people.endApplication({ params: { id: person.id, appId: application.id } })}
          done={`${texts}.ended`}
          failed={`${texts}.endFailed`}
          changes={['people']}
          onClose={close}
        />
      )}
    />
  );
};
