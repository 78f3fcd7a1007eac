import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { LinkBase, useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { type LookupName, useLookup } from './useLookup.ts';

/** Lookups whose records have a page of their own. */
const pages: Partial<Record<LookupName, string>> = {
  networks: '/admin/networks',
  resellers: '/admin/resellers',
  brands: '/admin/brands',
  plans: '/admin/plans',
};

interface LookupLinkProps {
  source: string;
  lookup: LookupName;
  children: ReactNode;
}

/** A lookup field with the way to the record chosen beside it, in a new tab, so that nothing typed here is lost. */
export const LookupLink = ({ source, lookup, children }: LookupLinkProps) => {
  const translate = useTranslate();
  const id: unknown = useWatch({ name: source });
  const { items } = useLookup(lookup);
  const page = pages[lookup];
  const chosen = items?.find((item) => item.id === id);
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>{children}</Box>
      {page !== undefined && chosen && (
        <IconButton
          component={LinkBase}
          to={`${page}/${encodeURIComponent(chosen.id)}`}
          target="_blank"
          rel="noopener"
          size="small"
          aria-label={translate('organizations.openRecord', { name: chosen.name })}
          sx={{ marginTop: 0.5 }}
        >
          <OpenInNew fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
};
