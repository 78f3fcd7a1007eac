import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { LinkBase, useTranslate } from 'react-admin';
import type { ReactNode } from 'react';

const sections = [
  ['messages', '/admin/messages'],
  ['failures', '/admin/messages/failures'],
  ['retries', '/admin/messages/retries'],
] as const;

interface InspectorNavProps {
  current: (typeof sections)[number][0];
  page: ReactNode;
}

/** A list of the inspector, and the way to its other lists. */
export const InspectorNav = ({ current, page }: InspectorNavProps) => {
  const translate = useTranslate();
  return (
    <>
      <Box
        component="nav"
        aria-label={translate('inspector.sections.label')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, borderBottom: 1, borderColor: 'divider', paddingTop: 1 }}
      >
        {sections.map(([name, to]) => (
          <Button
            key={name}
            component={LinkBase}
            to={to}
            size="small"
            color={name === current ? 'primary' : 'inherit'}
            aria-current={name === current ? 'page' : undefined}
            sx={{
              borderRadius: 0,
              borderBottom: 2,
              borderColor: name === current ? 'primary.main' : 'transparent',
            }}
          >
            {translate(`inspector.sections.${name}`)}
          </Button>
        ))}
      </Box>
      {page}
    </>
  );
};
