import Business from '@mui/icons-material/BusinessOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Suspense, useState } from 'react';
import { useProfile } from '../providers/appContext.ts';
import { page } from './page.tsx';
import { SwitcherAnchor } from './switcherAnchor.ts';

const SwitcherList = page(() => import('./SwitcherList.tsx').then((module) => module.SwitcherList));

const name = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  maxWidth: { xs: 96, sm: 200, md: 280 },
} as const;

/** The organization the user works in; with more than one, a menu to change it (spec 3: change of organization). */
export const OrganizationSwitcher = () => {
  const translate = useTranslate();
  const { organizations, organizationName } = useProfile();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const current = organizationName ?? translate('switcher.none');
  const label = translate('switcher.current', { name: current });
  if (organizations.length < 2) {
    return organizationName === null ? null : (
      <Box title={label} sx={{ display: 'flex', gap: 1, alignItems: 'center', color: 'text.secondary' }}>
        <Business fontSize="small" aria-hidden />
        <Box component="span" sx={name}>
          {current}
        </Box>
      </Box>
    );
  }
  return (
    <>
      <Button
        color="inherit"
        startIcon={<Business fontSize="small" />}
        onClick={(event) => setAnchor(event.currentTarget)}
        onPointerEnter={() => void SwitcherList.preload().catch(() => undefined)}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={label}
        title={label}
      >
        <Box component="span" sx={name}>
          {current}
        </Box>
      </Button>
      {anchor && (
        <SwitcherAnchor value={{ anchor, close: () => setAnchor(null) }}>
          <Suspense fallback={null}>
            <SwitcherList />
          </Suspense>
        </SwitcherAnchor>
      )}
    </>
  );
};
