import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import { StateChip } from './StateChip.tsx';

interface Account {
  readonly isDeleted: boolean;
  readonly isEnabled: boolean;
  readonly lockedUntil: string | null;
}

/** The state that matters most for signing in; its text is `users.states.<state>`. */
export const accountStateOf = ({ isDeleted, isEnabled, lockedUntil }: Account) => {
  if (isDeleted) return 'deleted';
  if (!isEnabled) return 'disabled';
  return lockedUntil === null ? 'enabled' : 'locked';
};

const looks = {
  enabled: { icon: CheckCircle, severity: 'good' },
  disabled: { icon: Block, severity: 'bad' },
  locked: { icon: Lock, severity: 'warning' },
  deleted: { icon: DeleteIcon, severity: 'plain' },
} as const;

export const AccountStateChip = (account: Account) => {
  const state = accountStateOf(account);
  return <StateChip {...looks[state]} label={`users.states.${state}`} />;
};
