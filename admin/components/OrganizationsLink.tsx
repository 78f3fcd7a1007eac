import Link from '@mui/material/Link';
import { LinkBase, useEditContext, useResourceContext, useTranslate } from 'react-admin';
import { LabeledValue } from './LabeledValue.tsx';
import type { StoredRecord } from './recordModel.ts';

/**
 * Number of organizations that use the record of an Edit; it leads to the list of them. `filterBy` is the filter of that list by the id of
 * the record.
 */
export const OrganizationsLink = ({ filterBy }: { filterBy: string }) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const { record } = useEditContext<StoredRecord & { readonly organizationCount: number }>();
  const { id, organizationCount: count = 0 } = record ?? {};
  const text =
    count === 0 ? translate('records.noOrganizations') : translate('records.organizations', { smart_count: count });
  const query = new URLSearchParams({ filter: JSON.stringify({ [filterBy]: id }) });
  return (
    <LabeledValue label={`${resource}.usage`}>
      {count > 0 ? (
        <Link component={LinkBase} to={`/admin/organizations?${query.toString()}`}>
          {text}
        </Link>
      ) : (
        text
      )}
    </LabeledValue>
  );
};
