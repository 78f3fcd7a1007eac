import Block from '@mui/icons-material/Block';
import { StateChip } from '../components/StateChip.tsx';

export const clashesPath = '/admin/reservedwords/clashes';
export const wordPath = (id: string): string => `/admin/reservedwords/${id}`;

/** Whether a word is reserved as a profanity. */
export const ProfanityChip = ({ profanity }: { readonly profanity: boolean }) =>
  profanity ? <StateChip icon={Block} severity="warning" label="reservedwords.profanity.true" /> : '-';
