import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import { useTranslate } from 'react-admin';
import { useId, useState } from 'react';
import type { CcdaSection } from './ccdaModel.ts';

interface CcdaPrintProps {
  sections: readonly CcdaSection[];
  /** With the keys of the sections to print. */
  onPrint: (keys: ReadonlySet<string>) => void;
  onClose: () => void;
}

/** Choice of the sections to print; the patient is always printed. */
export const CcdaPrint = ({ sections, onPrint, onClose }: CcdaPrintProps) => {
  const translate = useTranslate();
  const id = useId();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(sections.map(({ key }) => key)));
  const choose = (key: string, isChosen: boolean) =>
    setChosen((now) => new Set(isChosen ? [...now, key] : [...now].filter((other) => other !== key)));
  const isAll = chosen.size === sections.length;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{translate('viewer.ccda.printTitle')}</DialogTitle>
      <DialogContent>
        <Button size="small" onClick={() => setChosen(isAll ? new Set() : new Set(sections.map(({ key }) => key)))}>
          {translate(isAll ? 'viewer.ccda.none' : 'viewer.ccda.all')}
        </Button>
        <FormGroup>
          {sections.map(({ key, title }) => (
            <FormControlLabel
              key={key}
              control={
                <Checkbox
                  size="small"
                  checked={chosen.has(key)}
                  onChange={(_event, isChosen) => choose(key, isChosen)}
                />
              }
              label={title || translate('viewer.ccda.noTitle')}
            />
          ))}
        </FormGroup>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" disabled={chosen.size === 0} onClick={() => onPrint(chosen)}>
          {translate('viewer.ccda.print')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
