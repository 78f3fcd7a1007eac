import ExpandMore from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useRecordContext, useRedirect, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { Person } from '../../shared/contract/peopleSchemas.ts';
import { ActionDialog } from '../components/actions.tsx';
import { useProfile } from '../providers/appContext.ts';
import type { AppDataProvider } from '../providers/dataProvider.ts';

interface PersonAction {
  /** Whether the state of the person allows it. */
  readonly fits: (person: Person) => boolean;
  readonly send: (provider: AppDataProvider, person: Person) => Promise<unknown>;
  /** It is not offered for people who belong to other organizations as well. */
  readonly isOfAccount?: true;
  /** It cannot be undone: the name is typed. */
  readonly isFinal?: true;
}

const setEnabled = ({ people }: AppDataProvider, { id, version }: Person, enable: 'true' | 'false') =>
  people.enable({ params: { id }, query: { enable } }, { ifMatch: version });

/** What an administrator does to a colleague beside saving fields, in the order of the menu. Texts: `people.actions.<name>…`. */
const personActions = {
  disable: {
    fits: ({ isEnabled }) => isEnabled,
    send: (provider, person) => setEnabled(provider, person, 'false'),
    isOfAccount: true,
  },
  enable: {
    fits: ({ isEnabled }) => !isEnabled,
    send: (provider, person) => setEnabled(provider, person, 'true'),
    isOfAccount: true,
  },
  unlock: {
    fits: ({ lockedUntil }) => lockedUntil !== null,
    send: ({ users }, { id }) => users.unlock({ body: { id } }),
  },
  resetPassword: {
    fits: ({ isEnabled, hasPassword }) => isEnabled && hasPassword,
    send: ({ users }, { id }) => users.resetPassword({ body: { id } }),
  },
  resend: {
    fits: ({ isEnabled, hasPassword }) => isEnabled && !hasPassword,
    send: ({ users }, { id }) => users.resendInvitation({ body: { id } }),
  },
  resetTwoFactor: {
    fits: ({ hasTwoFactor }) => hasTwoFactor,
    send: ({ people }, { id }) => people.resetTwoFactor({ params: { id } }),
    isOfAccount: true,
  },
  delete: {
    fits: () => true,
    send: ({ people }, { id, version }) => people.delete({ params: { id } }, { ifMatch: version }),
    isFinal: true,
  },
} as const satisfies Readonly<Record<string, PersonAction>>;
type ActionName = keyof typeof personActions;

// Object.keys gives strings only.
const names = Object.keys(personActions) as ActionName[];
const actionNamed = (name: ActionName): PersonAction => personActions[name];

/** The actions of the person of the record context; what does not fit the person is not offered, to oneself none. */
export const PersonMenu = () => {
  const translate = useTranslate();
  const redirect = useRedirect();
  const { userId } = useProfile();
  const person = useRecordContext<Person>();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<ActionName | null>(null);
  if (!person || person.id === userId) return null;
  const texts = `people.actions.${chosen ?? ''}`;
  // The account of a person who belongs elsewhere stays.
  const question = chosen === 'delete' && person.belongsElsewhere ? 'remove' : (chosen ?? '');
  return (
    <>
      <Button
        variant="outlined"
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {translate('people.actions.label')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {names
          .filter((name) => actionNamed(name).fits(person))
          .filter((name) => !(person.belongsElsewhere && actionNamed(name).isOfAccount))
          .map((name) => (
            <MenuItem
              key={name}
              onClick={() => {
                setAnchor(null);
                setChosen(name);
              }}
            >
              {translate(`people.actions.${name}Confirm`)}
            </MenuItem>
          ))}
      </Menu>
      {chosen && (
        <ActionDialog
          texts={`people.actions.${question}`}
          values={{ name: person.name, userName: person.userName }}
          {...(actionNamed(chosen).isFinal && { typedName: person.name })}
          send={async (provider) => {
            await actionNamed(chosen).send(provider, person);
            if (chosen === 'delete') redirect('list', 'people');
          }}
          done={translate(`${texts}Done`, { name: person.name })}
          failed={`${texts}Failed`}
          changes={['people', 'personevents', 'personrequests', 'personsignatures', 'lockedusers']}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
};
