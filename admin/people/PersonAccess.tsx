import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckboxGroupInput, Form, useNotify, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { Assignable, Person } from '../../shared/contract/peopleSchemas.ts';
import { displayAddress } from '../../shared/rules/fax.ts';
import { ConnectedApplications } from '../components/ConnectedApplications.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { FormDraft } from '../components/FormDraft.tsx';
import { Section } from '../components/FormSection.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { serverMessages } from '../components/serverError.ts';
import { UnsavedGuard } from '../components/UnsavedChanges.tsx';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';

interface Choice {
  readonly id: string;
  readonly name: string;
}

interface Assigned {
  readonly ids: readonly string[];
  readonly version: number;
}

interface Assignment {
  /** Key of its texts below `people`, and of its query. */
  readonly name: 'sources' | 'rules';
  readonly choicesOf: (assignable: Assignable, any: string) => readonly Choice[];
  readonly load: (provider: AppDataProvider, id: string, signal: AbortSignal) => Promise<Assigned>;
  readonly send: (provider: AppDataProvider, person: Person, assigned: Assigned) => Promise<unknown>;
}

const organizationOf = ({ organizationId }: Person) => organizationId ?? '';

const assignments: readonly Assignment[] = [
  {
    name: 'sources',
    choicesOf: ({ documentSources }) =>
      documentSources.map(({ id, displayName, address }) => ({
        id,
        name: `${displayName} (${displayAddress(address)})`,
      })),
    load: async ({ people }, id, signal) => {
      const { items, version } = await people.documentSources({ params: { id } }, { signal });
      return { ids: items.map(({ documentSourceId }) => documentSourceId), version };
    },
    send: ({ people }, person, { ids, version }) =>
      people.setDocumentSources({
        params: { id: person.id },
        body: {
          assignments: ids.map((documentSourceId) => ({ organizationId: organizationOf(person), documentSourceId })),
          version,
        },
      }),
  },
  {
    name: 'rules',
    choicesOf: ({ intakeRules }, any) =>
      intakeRules.map(({ id, name, from, to }) => ({
        id,
        name: `${name} (${from ?? any} → ${to === null ? any : displayAddress(to)})`,
      })),
    load: async ({ people }, id, signal) => {
      const { items, version } = await people.rules({ params: { id } }, { signal });
      return { ids: items.map(({ intakeRuleId }) => intakeRuleId), version };
    },
    send: ({ people }, person, { ids, version }) =>
      people.setRules({
        params: { id: person.id },
        body: {
          assignments: ids.map((intakeRuleId) => ({ organizationId: organizationOf(person), intakeRuleId })),
          version,
        },
      }),
  },
];

/** Which documents a person receives, and the applications that the account is signed in with. */
export const PersonAccess = ({ person }: { person: Person }) => (
  <>
    {assignments.map((assignment) => (
      <Paper key={assignment.name} variant="outlined" sx={{ padding: 2, marginBottom: 2 }}>
        <AssignmentSection person={person} assignment={assignment} />
      </Paper>
    ))}
    {!person.belongsElsewhere && (
      <Paper variant="outlined" sx={{ padding: 2 }}>
        <ConnectedApplications person={person} />
      </Paper>
    )}
  </>
);

const AssignmentSection = ({ person, assignment }: { person: Person; assignment: Assignment }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { name, load, choicesOf } = assignment;
  const texts = `people.${name}`;
  const query = useQuery({
    queryKey: ['people', name, person.id],
    queryFn: async ({ signal }) => {
      const [assigned, assignable] = await Promise.all([
        load(provider, person.id, signal),
        provider.people.assignable({}, { signal }),
      ]);
      return { assigned, choices: choicesOf(assignable, translate('people.rules.any')) };
    },
    // A choice that is refused as outdated is loaded again; nothing else replaces what was ticked.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return (
    <Section title={`${texts}.title`}>
      <Typography color="textSecondary" gutterBottom>
        {translate(`${texts}.intro`)}
      </Typography>
      <QueryState query={query} failed={`${texts}.failed`}>
        {({ assigned, choices }) =>
          choices.length === 0 ? (
            <EmptyState text={`${texts}.none`} />
          ) : (
            <AssignmentForm
              // Not by the version: a save of the other list counts it up, and what is ticked here stays.
              key={assigned.ids.join()}
              person={person}
              assignment={assignment}
              assigned={assigned}
              choices={choices}
            />
          )
        }
      </QueryState>
    </Section>
  );
};

interface AssignmentFormProps {
  person: Person;
  assignment: Assignment;
  assigned: Assigned;
  choices: readonly Choice[];
}

const AssignmentForm = ({ person, assignment: { name, send }, assigned, choices }: AssignmentFormProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const texts = `people.${name}`;
  const save = async (values: object) => {
    const { ids = [] } = values as { ids?: readonly string[] | null };
    try {
      await send(provider, person, { ids: ids ?? [], version: assigned.version });
      notify(`${texts}.saved`, { type: 'success' });
    } catch (error) {
      notify([translate(`${texts}.saveFailed`), ...serverMessages(error)].join(' '), { type: 'error' });
    } finally {
      // After a failure as well: the server knows the present state. The version of the person counts up.
      await queries.invalidateQueries({ queryKey: ['people'] });
    }
  };
  return (
    <Form record={{}} defaultValues={{ ids: assigned.ids }} onSubmit={save} noValidate>
      <UnsavedGuard root={`/account/people/${person.id}/access`} />
      <FormDraft page={`/account/people/${person.id}`} form={`assignment.${name}`} />
      <Box sx={{ maxHeight: 320, overflowY: 'auto' }}>
        <CheckboxGroupInput
          source="ids"
          label={`${texts}.label`}
          choices={[...choices]}
          row={false}
          translateChoice={false}
          helperText={false}
        />
      </Box>
      <SaveButton label={`${texts}.save`} />
    </Form>
  );
};

const SaveButton = ({ label }: { label: string }) => {
  const translate = useTranslate();
  const { isDirty, isSubmitting } = useFormState();
  return (
    <Button
      type="submit"
      variant="contained"
      disableElevation
      disabled={!isDirty || isSubmitting}
      loading={isSubmitting}
    >
      {translate(label)}
    </Button>
  );
};
