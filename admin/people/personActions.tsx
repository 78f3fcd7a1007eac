import { useRecordContext } from 'react-admin';
import type { Person } from '../../shared/contract/peopleSchemas.ts';
import { ActionMenu, type RecordAction } from '../components/ActionMenu.tsx';
import { OwnAccountLink } from '../components/OwnAccountLink.tsx';
import { useProfile } from '../providers/appContext.ts';
import type { AppDataProvider } from '../providers/dataProvider.ts';

const setEnabled = ({ people }: AppDataProvider, { id, version }: Person, enable: 'true' | 'false') =>
  people.enable({ params: { id }, query: { enable } }, { ifMatch: version });

/**
 * What an administrator does to a colleague beside saving fields, in the order of the menu. An account that belongs to other organizations as
 * well is not changed.
 */
const personActions = {
  disable: {
    fits: ({ isEnabled, belongsElsewhere }) => isEnabled && !belongsElsewhere,
    send: (provider, person) => setEnabled(provider, person, 'false'),
  },
  enable: {
    fits: ({ isEnabled, belongsElsewhere }) => !isEnabled && !belongsElsewhere,
    send: (provider, person) => setEnabled(provider, person, 'true'),
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
    fits: ({ hasTwoFactor, belongsElsewhere }) => hasTwoFactor && !belongsElsewhere,
    send: ({ people }, { id }) => people.resetTwoFactor({ params: { id } }),
  },
  delete: {
    fits: () => true,
    send: ({ people }, { id, version }) => people.delete({ params: { id } }, { ifMatch: version }),
    isFinal: true,
  },
} as const satisfies Readonly<Record<string, RecordAction<Person>>>;

/** The actions of the person of the record context; their own are under My account. */
export const PersonMenu = () => {
  const { userId } = useProfile();
  const person = useRecordContext<Person>();
  if (!person) return null;
  if (person.id === userId) return <OwnAccountLink />;
  return (
    <ActionMenu
      resource="people"
      record={person}
      actions={personActions}
      questionOf={(name) => {
        // The account of a person who belongs elsewhere stays.
        if (name === 'delete' && person.belongsElsewhere) return 'remove';
        return name === 'enable' && !person.hasPassword ? 'enableInvited' : name;
      }}
      changes={['people', 'personevents', 'personrequests', 'personsignatures', 'lockedusers']}
    />
  );
};
