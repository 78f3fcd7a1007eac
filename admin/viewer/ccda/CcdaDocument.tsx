import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useTranslate } from 'react-admin';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { identifierMask } from '../../../shared/rules/ccda.ts';
import { useDebouncedValue } from '../../components/useDebouncedValue.ts';
import { CcdaContents } from './CcdaContents.tsx';
import { CcdaHeader } from './CcdaHeader.tsx';
import type { EmbeddedFile } from './ccdaMedia.ts';
import type { Ccda } from './ccdaModel.ts';
import { CcdaPrint } from './CcdaPrint.tsx';
import { CcdaSearch } from './CcdaSearch.tsx';
import { CcdaSections } from './CcdaSections.tsx';
import { ccdaGlobalStyles, ccdaStyles } from './ccdaStyles.ts';
import { NarrativeContext } from './narrativeContext.ts';
import { useHits } from './useHits.ts';
import { usePrinting } from './usePrinting.ts';
import { useSectionPlan } from './useSectionPlan.ts';

interface CcdaDocumentProps {
  ccda: Ccda;
  media: ReadonlyMap<string, EmbeddedFile>;
  /** What a document without sections carries. */
  children: ReactNode;
}

const shortestSearch = 2;
const searchWaitMs = 250;

/** Header, contents and sections of one document. */
export const CcdaDocument = ({ ccda, media, children }: CcdaDocumentProps) => {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const [isMasked, setMasked] = useState(true);
  const [typed, setTyped] = useState('');
  const trimmed = typed.trim();
  const waited = useDebouncedValue(trimmed, searchWaitMs);
  const words = waited.length >= shortestSearch ? waited : '';
  const printing = usePrinting();
  const plan = useSectionPlan(ccda.sections, { words, openAll: printing.isPrinting });
  const hits = useHits(box, words, `${plan.version} ${String(isMasked)}`);
  const mask = useMemo(() => maskFor(ccda, isMasked), [ccda, isMasked]);
  const allRows = words !== '' || printing.isPrinting;
  const settings = useMemo(() => ({ mask, media, allRows }), [mask, media, allRows]);
  const hasSections = ccda.sections.length > 0;
  return (
    <Box sx={ccdaStyles} className="ccda-printed">
      <GlobalStyles styles={ccdaGlobalStyles} />
      <CcdaHeader ccda={ccda} isMasked={isMasked} onMask={setMasked} />
      {hasSections && (
        <Box
          className="ccda-screen-only"
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, padding: 2, paddingBottom: 0 }}
        >
          <CcdaSearch words={typed} onSearch={setTyped} hits={hits} isSearched={words !== '' && words === trimmed} />
          <Button startIcon={<Print />} onClick={printing.choose}>
            {translate('viewer.ccda.printSections')}
          </Button>
        </Box>
      )}
      {hasSections && (
        <Box sx={columns}>
          <CcdaContents {...plan} onJump={(section) => plan.jump(section, box.current)} />
          <NarrativeContext value={settings}>
            <Box ref={box} sx={{ minWidth: 0 }}>
              <CcdaSections plan={plan} printed={printing.printed} />
            </Box>
          </NarrativeContext>
        </Box>
      )}
      {children}
      {printing.isChoosing && <CcdaPrint sections={plan.shown} onPrint={printing.print} onClose={printing.close} />}
    </Box>
  );
};

const maskFor = ({ patients }: Ccda, isMasked: boolean): ((text: string) => string) =>
  isMasked ? identifierMask(patients.flatMap(({ identifiers }) => identifiers.map(({ value }) => value))) : asItIs;

const asItIs = (text: string): string => text;

/** Contents beside the sections where there is room for both; the width that counts is the viewer's own. */
const columns = {
  display: 'grid',
  gap: 2,
  padding: 2,
  '@container (min-width: 760px)': { gridTemplateColumns: 'minmax(180px, 240px) minmax(0, 1fr)' },
};
