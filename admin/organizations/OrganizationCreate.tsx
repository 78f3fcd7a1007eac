import { OrganizationForm } from './OrganizationForm.tsx';

/** A new organization: the same form, empty. */
export const OrganizationCreate = () => <OrganizationForm />;
