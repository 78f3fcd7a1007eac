import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Block from '@mui/icons-material/Block';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { Access } from '../../shared/contract/endpoint.ts';
import type { User } from '../../shared/contract/userSchemas.ts';
import { wire } from '../../shared/contract/wire.ts';
import { effectiveAccess } from '../../shared/rules/effectiveAccess.ts';
import { Section } from '../components/FormSection.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { pages } from '../pages.ts';

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly group: 'pages' | 'operations';
  readonly access: Access;
}

const operations: readonly Choice[] = Object.entries(wire).flatMap(([area, rows]) =>
  Object.entries(rows).map(([name, { method, path, access }]) => ({
    id: `${area}.${name}`,
    label: `${method} ${path}`,
    group: 'operations' as const,
    access,
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
      access,
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
          {choice && <AccessResult user={user} access={choice.access} />}
        </Box>
      </Section>
    </Paper>
  );
};

const AccessResult = ({ user, access }: { user: User; access: Access }) => {
  const translate = useTranslate();
  const { isAllowed, rule } = effectiveAccess(user, access);
  const roleName = (role: string) => translate(`roles.${role}`);
  const values = {
    role: roleName(user.roleName),
    roles: typeof access === 'string' ? '' : access.map(roleName).join(', '),
    organization: user.organizationName ?? '',
  };
  const notes = [
    ...(isAllowed && user.lockedUntil !== null ? ['locked'] : []),
    ...(isAllowed && user.allowedIpAddresses.length > 0 && !user.isSysAdmin ? ['addresses'] : []),
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
          {translate(`users.access.notes.${note}`, { addresses: user.allowedIpAddresses.join(', ') })}
        </Typography>
      ))}
    </>
  );
};
