import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { CcdaSectionView } from './CcdaSectionView.tsx';
import type { SectionPlan } from './useSectionPlan.ts';

interface CcdaSectionsProps {
  plan: SectionPlan;
  /** Keys of the sections that go on paper; undefined while nothing is printed. */
  printed: ReadonlySet<string> | undefined;
}

/** The sections as arranged, and what is not shown of them. */
export const CcdaSections = ({ plan, printed }: CcdaSectionsProps) => {
  const translate = useTranslate();
  return (
    <>
      {plan.shown.map((section) => (
        <CcdaSectionView
          key={section.key}
          section={section}
          level={3}
          isOpen={plan.isOpen(section)}
          onOpen={plan.open}
          isUnprinted={printed !== undefined && !printed.has(section.key)}
        />
      ))}
      {plan.later > 0 && (
        <Button className="ccda-screen-only" onClick={plan.showLater}>
          {translate('viewer.ccda.later', { smart_count: plan.later })}
        </Button>
      )}
      {plan.hiddenCount > 0 && (
        <Typography className="ccda-screen-only" color="textSecondary" sx={{ marginTop: 2 }}>
          {translate('viewer.ccda.hiddenCount', { smart_count: plan.hiddenCount })}
        </Typography>
      )}
    </>
  );
};
