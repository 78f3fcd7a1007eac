import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { identifierMask } from '../../../shared/rules/ccda.ts';
import { useDebouncedValue } from '../../components/useDebouncedValue.ts';
import { CcdaContents } from './CcdaContents.tsx';
import { CcdaHeader } from './CcdaHeader.tsx';
import type { EmbeddedFile } from './ccdaMedia.ts';
import type { Ccda } from './ccdaModel.ts';
import { CcdaPrint } from './CcdaPrint.tsx';
import { CcdaSearch } from './CcdaSearch.tsx';
import { CcdaSectionView } from './CcdaSectionView.tsx';
import { ccdaGlobalStyles, ccdaStyles } from './ccdaStyles.ts';
import { NarrativeContext } from './narrativeContext.ts';
import { useHits } from './useHits.ts';
import { type SectionPlan, useSectionPlan } from './useSectionPlan.ts';

interface CcdaDocumentProps {
  ccda: Ccda;
  media: ReadonlyMap<string, EmbeddedFile>;
  /** Content of a document without sections. */
  children: ReactNode;
}

const minSearchLength = 2;
const searchWaitMs = 250;

/** Header, contents and sections of one document. */
export const CcdaDocument = ({ ccda, media, children }: CcdaDocumentProps) => {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const [isMasked, setMasked] = useState(true);
  const [typed, setTyped] = useState('');
  const trimmed = typed.trim();
  const debounced = useDebouncedValue(trimmed, searchWaitMs);
  const searchText = debounced.length >= minSearchLength ? debounced : '';
  const printing = usePrinting();
  const plan = useSectionPlan(ccda.sections, { searchText, openAll: printing.isPrinting });
  const hits = useHits(box, searchText, `${plan.version} ${String(isMasked)}`);
  const mask = useMemo(() => maskFor(ccda, isMasked), [ccda, isMasked]);
  const allRows = searchText !== '' || printing.isPrinting;
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
          <CcdaSearch
            text={typed}
            onSearch={setTyped}
            hits={hits}
            isSearched={searchText !== '' && searchText === trimmed}
          />
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
      {printing.isChoosing && <CcdaPrint sections={plan.visible} onPrint={printing.print} onClose={printing.close} />}
    </Box>
  );
};

const maskFor = ({ patients }: Ccda, isMasked: boolean): ((text: string) => string) => {
  if (!isMasked) return unmasked;
  const identifiers = patients.flatMap((patient) => patient.identifiers.filter(({ kind }) => kind !== 'ssn'));
  return identifierMask(identifiers.map(({ value }) => value));
};

const unmasked = (text: string): string => text;

/** Contents beside the sections where the viewer is wide enough. */
const columns = {
  display: 'grid',
  gap: 2,
  padding: 2,
  '@container (min-width: 760px)': { gridTemplateColumns: 'minmax(180px, 240px) minmax(0, 1fr)' },
};

interface CcdaSectionsProps {
  plan: SectionPlan;
  /** Keys of the sections to print; undefined while nothing is printed. */
  printed: ReadonlySet<string> | undefined;
}

/** The sections in the order of the user, and the number of those that are hidden. */
const CcdaSections = ({ plan, printed }: CcdaSectionsProps) => {
  const translate = useTranslate();
  return (
    <>
      {plan.visible.map((section) => (
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

type PrintState = 'idle' | 'choosing' | ReadonlySet<string>;

/** Choice of sections, then the print dialog of the browser, after the chosen sections are rendered completely. */
const usePrinting = () => {
  const [state, setState] = useState<PrintState>('idle');
  const printed = typeof state === 'string' ? undefined : state;
  useEffect(() => {
    if (!printed) return undefined;
    // After the sections are rendered.
    const frame = requestAnimationFrame(() => {
      window.print();
      setState('idle');
    });
    return () => cancelAnimationFrame(frame);
  }, [printed]);
  return {
    printed,
    isPrinting: printed !== undefined,
    isChoosing: state === 'choosing',
    choose: () => setState('choosing'),
    close: () => setState('idle'),
    print: (keys: ReadonlySet<string>) => setState(keys),
  };
};
