import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { LinkBase, useTranslate } from 'react-admin';

const sections = [
  ['messages', '/admin/messages'],
  ['failures', '/admin/messages/failures'],
  ['retries', '/admin/messages/retries'],
] as const;

/** Links between the lists of the inspector. */
export const InspectorNav = ({ current }: { current: (typeof sections)[number][0] }) => {
  const translate = useTranslate();
  return (
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
          sx={{ borderRadius: 0, borderBottom: 2, borderColor: name === current ? 'primary.main' : 'transparent' }}
        >
          {translate(`inspector.sections.${name}`)}
        </Button>
      ))}
    </Box>
  );
};
