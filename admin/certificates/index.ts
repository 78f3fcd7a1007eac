import VerifiedUser from '@mui/icons-material/VerifiedUserOutlined';
import { page } from '../layout/page.tsx';

/** Certificates of the hosts that the platform calls over TLS. */
export const certificates = {
  name: 'certificates',
  icon: VerifiedUser,
  list: page(async () => (await import('./CertificateList.tsx')).CertificateList),
  recordRepresentation: 'host',
};
