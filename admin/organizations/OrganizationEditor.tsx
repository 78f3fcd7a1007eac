import { useParams } from 'react-admin';
import { OrganizationCreate } from './OrganizationCreate.tsx';
import { OrganizationEdit } from './OrganizationEdit.tsx';

/** The editor; its id may be the word "add" for a new organization (spec 1 section 2). */
export const OrganizationEditor = () => {
  const { id = 'add' } = useParams();
  return id === 'add' ? <OrganizationCreate /> : <OrganizationEdit key={id} id={id} />;
};
