import Badge from '@mui/icons-material/BadgeOutlined';
import { page } from '../layout/page.tsx';

/** Identity documents of administrators that platform staff reviews. */
export const idproofing = {
  name: 'idproofing',
  icon: Badge,
  list: page(async () => (await import('./ProofReviewList.tsx')).ProofReviewList),
  edit: page(async () => (await import('./ProofReviewShow.tsx')).ProofReviewShow),
  recordRepresentation: 'name',
};
