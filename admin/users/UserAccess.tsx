import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Block from '@mui/icons-material/Block';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { pageNeeds } from '../../shared/contract/pageAccess.ts';
import type { User } from '../../shared/contract/userSchemas.ts';
import { wire } from '../../shared/contract/wire.ts';
import { effectiveAccess } from '../../shared/rules/effectiveAccess.ts';
import { nearestEntry } from '../../shared/rules/nearestEntry.ts';
import { Section } from '../components/FormSection.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { pages } from '../pages.ts';

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly group: 'pages' | 'operations';
  readonly target: Parameters<typeof effectiveAccess>[1];
}

const operations: readonly Choice[] = Object.entries(wire).flatMap(([area, rows]) =>
  Object.entries(rows).map(([name, row]) => ({
    id: `${area}.${name}`,
    // By its name in the audit trail as well.
    label: `${row.method} ${row.path} (${area}.${name})`,
    group: 'operations' as const,
    target: row,
  })),
);

/** Whether a user can open a page or call an operation, and the rule that says so. */
export const UserAccess = ({ user }: { user: User }) => {
  const translate = useTranslate();
  const [choice, setChoice] = useState<Choice | null>(null);
  const choices: Choice[] = [
    ...pages.map(({ path, label, access }) => ({
      id: path,
      label: label === undefined ? path : `${translate(label)} (${path})`,
      group: 'pages' as const,
      target: { access, ...nearestEntry(pageNeeds, path) },
    })),
    ...operations,
  ];
  return (
    <Paper variant="outlined" sx={{ padding: 2 }}>
      <Section title="users.access.title">
        <Typography color="textSecondary" gutterBottom>
          {translate('users.access.intro')}
        </Typography>
        <Autocomplete<Choice>
          options={choices}
          value={choice}
          onChange={(_event, value) => setChoice(value)}
          groupBy={({ group }) => translate(`users.access.${group}`)}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          renderOption={({ key: _key, ...props }, { id, label }) => (
            <li {...props} key={id}>
              {label}
            </li>
          )}
          renderInput={(params) => <TextField {...params} label={translate('users.access.choose')} />}
          sx={{ maxWidth: 640, marginTop: 1 }}
        />
        <Box component="output" sx={{ display: 'block', minHeight: 72, paddingTop: 2 }}>
          {choice && <AccessResult user={user} target={choice.target} />}
        </Box>
      </Section>
    </Paper>
  );
};

const AccessResult = ({ user, target }: { user: User; target: Choice['target'] }) => {
  const translate = useTranslate();
  const { isAllowed, rule } = effectiveAccess(user, target);
  const { access } = target;
  const { workplace } = user;
  const roleName = (role: string) => translate(`roles.${role}`);
  const values = {
    role: roleName(workplace.roleName),
    roles: typeof access === 'string' ? '' : access.map(roleName).join(', '),
    organization: workplace.organizationName ?? '',
    addresses: workplace.allowedIpAddresses.join(', '),
  };
  const notes = [
    ...(workplace.roleName === user.roleName ? [] : ['roleHere']),
    ...(isAllowed && user.lockedUntil !== null ? ['locked'] : []),
    ...(isAllowed && workplace.allowedIpAddresses.length > 0 && !user.isSysAdmin ? ['addresses'] : []),
    ...(isAllowed && !user.isSysAdmin && access !== 'public' ? ['ownOrganization'] : []),
  ];
  return (
    <>
      {isAllowed ? (
        <StateChip icon={CheckCircle} severity="good" label="users.access.yes" />
      ) : (
        <StateChip icon={Block} severity="bad" label="users.access.no" />
      )}
      <Typography>{translate(`users.access.rules.${rule}`, values)}</Typography>
      {notes.map((note) => (
        <Typography key={note} color="textSecondary" variant="body2">
          {translate(`users.access.notes.${note}`, values)}
        </Typography>
      ))}
    </>
  );
};
