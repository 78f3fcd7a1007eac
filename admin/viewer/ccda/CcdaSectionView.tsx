import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { memo } from 'react';
import { nullFlavorText } from '../../../shared/rules/ccda.ts';
import type { CcdaSection } from './ccdaModel.ts';
import { Narrative } from './Narrative.tsx';

interface CcdaSectionViewProps {
  section: CcdaSection;
  /** Level of its heading. */
  level: 3 | 4 | 5 | 6;
  isOpen: boolean;
  onOpen: (key: string) => void;
  /** Not printed. */
  isUnprinted: boolean;
}

/** A section with its subsections. A closed one renders its heading only, so that long documents open quickly. */
export const CcdaSectionView = memo(({ section, level, isOpen, onOpen, isUnprinted }: CcdaSectionViewProps) => {
  const translate = useTranslate();
  const { key, title, code, text, nullFlavor, sections } = section;
  return (
    <Box
      component="section"
      id={sectionAnchor(key)}
      aria-labelledby={`${sectionAnchor(key)}-title`}
      data-section={key}
      data-code={code ?? undefined}
      className={isUnprinted ? 'ccda-unprinted' : undefined}
      sx={{ paddingTop: 2, scrollMarginTop: 8 }}
    >
      <Typography component={`h${level}`} variant="h6" id={`${sectionAnchor(key)}-title`} tabIndex={-1}>
        {title || translate('viewer.ccda.noTitle')}
      </Typography>
      {isOpen ? (
        <>
          {text && text.childNodes.length > 0 ? (
            <div className="ccda-text">
              <Narrative of={text} />
            </div>
          ) : (
            sections.length === 0 && <NoText section={section} />
          )}
          {nullFlavor !== '' && <Typography color="textSecondary">{nullFlavorText(nullFlavor)}</Typography>}
        </>
      ) : (
        <Button size="small" onClick={() => onOpen(key)}>
          {translate('viewer.ccda.showSection', { smart_count: section.rows })}
        </Button>
      )}
      {sections.map((inner) => (
        <CcdaSectionView
          key={inner.key}
          section={inner}
          level={level === 6 ? 6 : ((level + 1) as 4 | 5 | 6)}
          isOpen={isOpen}
          onOpen={() => onOpen(key)}
          isUnprinted={false}
        />
      ))}
    </Box>
  );
});

const NoText = ({ section: { entries, nullFlavor } }: { section: CcdaSection }) => {
  const translate = useTranslate();
  if (entries > 0)
    return (
      <Typography color="textSecondary">{translate('viewer.ccda.onlyEntries', { smart_count: entries })}</Typography>
    );
  return nullFlavor === '' ? <Typography color="textSecondary">{translate('viewer.ccda.noText')}</Typography> : null;
};

export const sectionAnchor = (key: string): string => `ccda-section-${key.replaceAll('.', '-')}`;
