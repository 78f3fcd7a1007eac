import MedicalServices from '@mui/icons-material/MedicalServicesOutlined';
import { page } from '../layout/page.tsx';

/** Specialties of organizations (spec 1 section 2). */
export const specialties = {
  name: 'specialties',
  icon: MedicalServices,
  list: page(async () => (await import('./SpecialtyList.tsx')).SpecialtyList),
  edit: page(async () => (await import('./SpecialtyEdit.tsx')).SpecialtyEdit),
  add: page(async () => (await import('./SpecialtyEdit.tsx')).SpecialtyCreate),
  recordRepresentation: 'name',
};
