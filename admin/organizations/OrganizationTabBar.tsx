import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { LinkBase, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { formProblemsOf } from '../components/formErrors.ts';
import { type OrganizationTab, type TabPath, tabAddress, tabOf } from './organizationTabs.ts';

interface OrganizationTabBarProps {
  tabs: readonly OrganizationTab[];
  current: TabPath;
  id: string | undefined;
}

/** Tabs as links to their sub-paths; after a submit attempt those with fields to correct are flagged (spec 1 section 2). */
export const OrganizationTabBar = ({ tabs, current, id }: OrganizationTabBarProps) => {
  const translate = useTranslate();
  const { errors, submitCount } = useFormState();
  const invalid = new Set(submitCount > 0 ? formProblemsOf(errors).map(({ field }) => tabOf(field)) : []);
  return (
    <Tabs
      value={current}
      variant="scrollable"
      // Buttons that appear later would take their room from the tab that was scrolled into view before.
      scrollButtons
      allowScrollButtonsMobile
      aria-label={translate('organizations.tabList')}
      sx={{
        borderBottom: 1,
        borderColor: 'divider',
        '& .MuiTab-root': { minWidth: 0, paddingX: 1.5 },
      }}
    >
      {tabs.map(({ path }) => {
        const name = translate(`organizations.tabs.${path}`);
        const flagged = invalid.has(path);
        return (
          <Tab
            key={path}
            value={path}
            id={`tab-${path}`}
            aria-controls={path === current ? `panel-${path}` : undefined}
            aria-label={flagged ? translate('organizations.tabInvalid', { tab: name }) : undefined}
            component={LinkBase}
            to={tabAddress(id, path)}
            label={name}
            {...(flagged && { icon: <ErrorOutline fontSize="small" color="error" />, iconPosition: 'end' as const })}
            sx={flagged ? { color: 'error.main', minHeight: 48 } : { minHeight: 48 }}
          />
        );
      })}
    </Tabs>
  );
};
