import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { LinkBase, useTranslate } from 'react-admin';

const paths = { emergencies: '/admin/emergencies', organizations: '/admin/emergencies/organizations' } as const;
type TabName = keyof typeof paths;

/** The two tabs of the page, each with its address. */
export const EmergencyTabs = ({ open }: { open: TabName }) => {
  const translate = useTranslate();
  return (
    <Tabs
      value={open}
      aria-label={translate('emergencies.tabs.label')}
      sx={{ borderBottom: 1, borderColor: 'divider', marginBottom: 1 }}
    >
      {(['emergencies', 'organizations'] as const).map((name) => (
        <Tab
          key={name}
          value={name}
          component={LinkBase}
          to={paths[name]}
          label={translate(`emergencies.tabs.${name}`)}
        />
      ))}
    </Tabs>
  );
};
