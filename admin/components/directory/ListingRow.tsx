import Phone from '@mui/icons-material/PhoneOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { DirectoryListing } from '../../../shared/contract/directory.ts';
import { noDirectAddressText } from '../../../shared/rules/directory.ts';
import { formatFax } from '../../../shared/rules/fax.ts';
import { formatPhone } from '../../../shared/rules/phone.ts';
import { CopyButton } from '../CopyButton.tsx';

/** Name of a provider, else of the organization. */
export const listingName = ({ firstName, middleName, lastName, organizationName }: DirectoryListing): string =>
  [firstName, middleName, lastName].filter(Boolean).join(' ') || (organizationName ?? '');

interface ListingRowProps {
  listing: DirectoryListing;
  /** Without it there is no checkbox. */
  selection?: { readonly isSelected: boolean; readonly onToggle: () => void } | undefined;
}

/** A result: name, direct address, clinic, numbers, place (spec 2 section 2). */
export const ListingRow = ({ listing, selection }: ListingRowProps) => {
  const translate = useTranslate();
  const { directAddress, clinicName, standardizedAddressLine1, standardizedCity, standardizedState, standardizedZip } =
    listing;
  const name = listingName(listing);
  const region = [standardizedState, standardizedZip].filter(Boolean).join(' ');
  const place = [standardizedCity, region].filter(Boolean).join(', ');
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1, paddingX: 1, paddingY: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      {selection && (
        <Box sx={{ width: 40, flexShrink: 0 }}>
          {directAddress !== null && (
            <Checkbox
              size="small"
              checked={selection.isSelected}
              onChange={selection.onToggle}
              slotProps={{ input: { 'aria-label': translate('directory.select', { name }) } }}
            />
          )}
        </Box>
      )}
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle2" component="div">
          {name}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 32 }}>
          {directAddress === null ? (
            <Typography variant="body2" color="textSecondary">
              {noDirectAddressText}
            </Typography>
          ) : (
            <>
              <Typography variant="body2">{directAddress}</Typography>
              <CopyButton text={directAddress} label={translate('directory.copy', { name })} />
            </>
          )}
        </Box>
        {clinicName !== null && clinicName !== name && <Typography variant="body2">{clinicName}</Typography>}
        {standardizedAddressLine1 !== null && (
          <Typography variant="body2" color="textSecondary">
            {standardizedAddressLine1}
          </Typography>
        )}
        {place !== '' && (
          <Typography variant="body2" color="textSecondary">
            {place}
          </Typography>
        )}
      </Box>
      <Numbers listing={listing} name={name} />
    </Box>
  );
};

const Numbers = ({ listing: { phonePrimary, fax }, name }: { listing: DirectoryListing; name: string }) => {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (phonePrimary === null && fax === null) return null;
  const label = translate('directory.numbers', { name });
  const lines = [
    // A number of another form is shown as the directory has it.
    { label: 'directory.phone', text: phonePrimary === null ? null : formatPhone(phonePrimary) || phonePrimary },
    { label: 'directory.fax', text: fax === null ? null : formatFax(fax) },
  ];
  return (
    <Box sx={{ flexShrink: 0 }}>
      <IconButton
        size="small"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Phone fontSize="small" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        <Box component="dl" sx={{ margin: 0, padding: 2, display: 'grid', gridTemplateColumns: 'auto auto', gap: 1 }}>
          {lines.map(({ label: term, text }) => (
            <Box key={term} sx={{ display: 'contents' }}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {translate(term)}
              </Typography>
              <Typography component="dd" variant="body2" sx={{ margin: 0 }}>
                {text ?? translate('directory.noNumber')}
              </Typography>
            </Box>
          ))}
        </Box>
      </Popover>
    </Box>
  );
};
