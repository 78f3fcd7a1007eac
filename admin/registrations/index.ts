import HowToReg from '@mui/icons-material/HowToRegOutlined';
import { page } from '../layout/page.tsx';

/** Organizations that register themselves, as support sees them. */
export const registrations = {
  name: 'registrations',
  icon: HowToReg,
  list: page(async () => (await import('./RegistrationList.tsx')).RegistrationList),
  recordRepresentation: 'emailAddress',
};
