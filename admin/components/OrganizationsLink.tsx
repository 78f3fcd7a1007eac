import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';
import { Fact } from './Fact.tsx';

interface OrganizationsLinkProps {
  label: string;
  count: number;
  /** Filter of the organization list that shows exactly these; without one the number is plain text. */
  filter?: Readonly<Record<string, string>>;
}

/** Fact of how many organizations use a record; the number leads to the list of them. */
export const OrganizationsLink = ({ label, count, filter }: OrganizationsLinkProps) => {
  const translate = useTranslate();
  const text =
    count === 0 ? translate('records.noOrganizations') : translate('records.organizations', { smart_count: count });
  const address = `/admin/organizations?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;
  return (
    <Fact label={label}>
      {filter && count > 0 ? (
        <Link component={LinkBase} to={address}>
          {text}
        </Link>
      ) : (
        text
      )}
    </Fact>
  );
};
