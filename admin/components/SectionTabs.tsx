import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { LinkBase, useTranslate } from 'react-admin';

interface SectionTabsProps<Name extends string> {
  /** Message key of the texts: `label` and one for each section. */
  texts: string;
  names: readonly Name[];
  tab: Name;
  addressOf: (name: Name) => string;
}

/** Sections of a record as links. react-admin's TabbedForm has one form for all of its tabs; here only one section is a form. */
export const SectionTabs = <Name extends string>({ texts, names, tab, addressOf }: SectionTabsProps<Name>) => {
  const translate = useTranslate();
  return (
    <Tabs
      value={tab}
      variant="scrollable"
      scrollButtons="auto"
      allowScrollButtonsMobile
      aria-label={translate(`${texts}.label`)}
      sx={{ borderBottom: 1, borderColor: 'divider', marginBottom: 2 }}
    >
      {names.map((name) => (
        <Tab
          key={name}
          value={name}
          id={`tab-${name}`}
          aria-controls={name === tab ? `panel-${name}` : undefined}
          component={LinkBase}
          to={addressOf(name)}
          label={translate(`${texts}.${name}`)}
        />
      ))}
    </Tabs>
  );
};
