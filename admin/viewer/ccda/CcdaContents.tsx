import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { type CcdaArrangement, isLoinc, moveSection, noArrangement } from '../../../shared/rules/ccda.ts';
import type { CcdaSection } from './ccdaModel.ts';

interface CcdaContentsProps {
  /** All sections of the document in the order of the user. */
  sections: readonly CcdaSection[];
  hidden: ReadonlySet<string>;
  onHide: (section: CcdaSection, isHidden: boolean) => void;
  onJump: (section: CcdaSection) => void;
  arrangement: CcdaArrangement;
  arrange: (next: CcdaArrangement) => void;
  isStored: boolean;
}

/** Table of contents: jumps to a section, and arranges the sections of this and all later documents. */
export const CcdaContents = (props: CcdaContentsProps) => {
  const { sections, hidden, onHide, onJump, arrangement, arrange, isStored } = props;
  const translate = useTranslate();
  const [isArranging, setArranging] = useState(false);
  const nameOf = (section: CcdaSection) => section.title || translate('viewer.ccda.noTitle');
  const codes = sections.map(({ code }) => code).filter(isLoinc);
  return (
    <Box component="nav" className="ccda-screen-only" aria-label={translate('viewer.ccda.contents')} sx={stickyBox}>
      <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {sections.map((section) => (
          <Box component="li" key={section.key} sx={{ display: 'flex', alignItems: 'center' }}>
            {isArranging && (
              <Checkbox
                size="small"
                checked={!hidden.has(section.key)}
                onChange={(_event, isVisible) => onHide(section, !isVisible)}
                slotProps={{ input: { 'aria-label': translate('viewer.ccda.show', { name: nameOf(section) }) } }}
              />
            )}
            <Button
              size="small"
              onClick={() => onJump(section)}
              disabled={hidden.has(section.key)}
              sx={{ justifyContent: 'flex-start', textAlign: 'left', flexGrow: 1, fontWeight: 400 }}
            >
              {nameOf(section)}
            </Button>
            {isArranging && isLoinc(section.code) && (
              <Movers
                name={nameOf(section)}
                onMove={(by) => arrange(moveSection(arrangement, codes, section.code ?? '', by))}
              />
            )}
          </Box>
        ))}
      </Box>
      <Button size="small" onClick={() => setArranging(!isArranging)} aria-expanded={isArranging}>
        {translate(isArranging ? 'viewer.ccda.doneArranging' : 'viewer.ccda.arrange')}
      </Button>
      {isArranging && <Defaults arrangement={arrangement} arrange={arrange} isStored={isStored} />}
    </Box>
  );
};

const Movers = ({ name, onMove }: { name: string; onMove: (by: -1 | 1) => void }) => {
  const translate = useTranslate();
  return (
    <>
      <IconButton size="small" aria-label={translate('viewer.ccda.up', { name })} onClick={() => onMove(-1)}>
        <ArrowUpward fontSize="inherit" />
      </IconButton>
      <IconButton size="small" aria-label={translate('viewer.ccda.down', { name })} onClick={() => onMove(1)}>
        <ArrowDownward fontSize="inherit" />
      </IconButton>
    </>
  );
};

/** Narrow: a low box above the sections. Wide: sticky beside them. */
const stickyBox = {
  maxHeight: 220,
  overflowY: 'auto',
  '@container (min-width: 760px)': { maxHeight: '80vh', position: 'sticky', top: 8, alignSelf: 'start' },
};

type DefaultsProps = Pick<CcdaContentsProps, 'arrangement' | 'arrange' | 'isStored'>;

const Defaults = ({ arrangement, arrange, isStored }: DefaultsProps) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, marginTop: 1 }}>
      <TextField
        type="number"
        label={translate('viewer.ccda.first')}
        helperText={translate('viewer.ccda.firstHelp')}
        value={arrangement.first ?? ''}
        onChange={({ target }) => {
          const first = Number.parseInt(target.value, 10);
          arrange({ ...arrangement, first: first > 0 ? Math.min(first, 999) : null });
        }}
        slotProps={{ htmlInput: { min: 1, max: 999 } }}
      />
      <Button size="small" onClick={() => arrange(noArrangement)}>
        {translate('viewer.ccda.reset')}
      </Button>
      <Typography variant="caption" color="textSecondary">
        {translate(isStored ? 'viewer.ccda.stored' : 'viewer.ccda.notStored')}
      </Typography>
    </Box>
  );
};
