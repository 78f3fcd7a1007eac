import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useCreatePath, useParams, useTranslate } from 'react-admin';
import type { Person } from '../../shared/contract/peopleSchemas.ts';
import { DateTime } from '../components/DateTime.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { RecordForm } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { SectionTabs } from '../components/SectionTabs.tsx';
import { PersonAccess } from './PersonAccess.tsx';
import { PersonInputs } from './PersonInputs.tsx';
import { AccountStateChip } from '../components/AccountState.tsx';
import { PersonActivity } from '../components/PersonActivity.tsx';
import { PersonMenu } from './personActions.tsx';
import { personModel } from './personModel.ts';

/** Sections of a person by sub-path, in order; the first is the person's own address. */
const personTabs = ['details', 'access', 'activity'] as const;
type PersonTab = (typeof personTabs)[number];

/** One person in sections by sub-path. */
export const PersonEdit = () => {
  const translate = useTranslate();
  const path = useParams()['*'];
  const tab = personTabs.find((name) => name === path) ?? 'details';
  return (
    <RecordEdit<Person>
      section={translate(`people.tabs.${tab}`)}
      hasOwnDelete
      actions={<PersonMenu />}
      render={(person) => <PersonSections person={person} tab={tab} />}
    />
  );
};

/** The form stays where it is while another section is on screen, so nothing typed is lost. */
const PersonSections = ({ person, tab }: { person: Person; tab: PersonTab }) => {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const address = createPath({ resource: 'people', type: 'edit', id: person.id });
  return (
    <>
      <SectionTabs
        texts="people.tabs"
        names={personTabs}
        tab={tab}
        addressOf={(name) => (name === 'details' ? address : `${address}/${name}`)}
      />
      <Box role="tabpanel" id="panel-details" aria-labelledby="tab-details" hidden={tab !== 'details'}>
        {person.belongsElsewhere ? (
          <Paper variant="outlined" sx={{ padding: 2 }}>
            <Alert severity="info" sx={{ marginBottom: 2 }}>
              {translate('people.sharedText')}
            </Alert>
            <PersonDetails person={person} />
            <PersonSummary person={person} />
          </Paper>
        ) : (
          <RecordForm model={personModel} stored={person}>
            <PersonInputs stored={person} />
            <PersonSummary person={person} />
          </RecordForm>
        )}
      </Box>
      {tab !== 'details' && (
        <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
          {tab === 'access' ? <PersonAccess person={person} /> : <PersonActivity />}
        </Box>
      )}
    </>
  );
};

const label = (field: string) => `people.fields.${field}`;

/** What cannot be changed here. */
const PersonDetails = ({ person }: { person: Person }) => {
  const translate = useTranslate();
  return (
    <LabeledValues>
      <LabeledValue label={label('userName')}>{person.userName}</LabeledValue>
      <LabeledValue label={label('roleName')}>{translate(`roles.${person.roleName}`)}</LabeledValue>
      {person.jobTitle !== null && <LabeledValue label={label('jobTitle')}>{person.jobTitle}</LabeledValue>}
      {person.phone !== null && <LabeledValue label={label('phone')}>{person.phone}</LabeledValue>}
    </LabeledValues>
  );
};

const PersonSummary = ({ person }: { person: Person }) => {
  const translate = useTranslate();
  return (
    <LabeledValues>
      <LabeledValue label={label('state')}>
        <AccountStateChip {...person} />
      </LabeledValue>
      <LabeledValue label={label('createDate')}>
        <DateTime value={person.createDate} />
      </LabeledValue>
      <LabeledValue label={label('lastLoginDate')}>
        {person.lastLoginDate === null ? (
          translate('users.states.neverSignedIn')
        ) : (
          <DateTime value={person.lastLoginDate} />
        )}
      </LabeledValue>
      <LabeledValue label={label('hasPassword')}>
        {translate(person.hasPassword ? 'people.password.created' : 'people.password.missing')}
      </LabeledValue>
      {!person.hasPassword && person.invitedAt !== null && (
        <LabeledValue label={label('invitedAt')}>
          <DateTime value={person.invitedAt} />
        </LabeledValue>
      )}
      <LabeledValue label={label('hasTwoFactor')}>
        {translate(person.hasTwoFactor ? 'people.twoFactor.on' : 'people.twoFactor.off')}
      </LabeledValue>
    </LabeledValues>
  );
};

/** A person who is invited by mail. */
export const PersonCreate = () => {
  const translate = useTranslate();
  return (
    <RecordCreate>
      <RecordForm model={personModel} opensWhenCreated>
        <PersonInputs />
        <Alert severity="info">{translate('people.invitationText')}</Alert>
      </RecordForm>
    </RecordCreate>
  );
};
