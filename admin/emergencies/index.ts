import HealthAndSafety from '@mui/icons-material/HealthAndSafetyOutlined';
import { page } from '../layout/page.tsx';

/** The Public Health Emergency page (spec 1 section 2): emergencies, and the organizations that the network knows as theirs. */
export const emergencies = {
  name: 'emergencies',
  icon: HealthAndSafety,
  list: page(async () => (await import('./EmergencyList.tsx')).EmergencyList),
  organizations: page(async () => (await import('./EmergencyOrganizations.tsx')).EmergencyOrganizations),
  recordRepresentation: 'name',
};
