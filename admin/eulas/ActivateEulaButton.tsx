import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { Eula } from '../../shared/contract/eulas.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { useDeed } from '../components/useDeed.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { brandQuery, otherBrands } from './eulaModel.ts';
import { useEulaWords } from './useEulaWords.ts';

/** Makes an agreement the one of its brand and kind; the former one ends. */
export const ActivateEulaButton = ({ eula }: { eula: Eula }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        {translate('eulas.activate')}
      </Button>
      {open && <ActivateEulaDialog eula={eula} onClose={() => setOpen(false)} />}
    </>
  );
};

/** Says which agreement ends before anything happens. */
const ActivateEulaDialog = ({ eula, onClose }: { eula: Eula; onClose: () => void }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const { nameOf, brandOf } = useEulaWords();
  const { run, working, failure } = useDeed();
  const name = translate('eulas.heading', { name: nameOf(eula), brand: brandOf(eula) });

  const activate = async () => {
    const done = await run({
      run: () => provider.call('eulas', 'activate', { params: { id: eula.id } }),
      done: translate('eulas.activated', { name }),
      failed: 'eulas.activateFailed',
    });
    if (!done) return;
    onClose();
    void queries.invalidateQueries();
  };

  return (
    <ConfirmDialog
      title={translate('eulas.activateTitle', { name })}
      confirmLabel={translate('eulas.activate')}
      working={working}
      failure={failure}
      onConfirm={() => void activate()}
      onClose={onClose}
    >
      <Typography>{translate('eulas.activateText')}</Typography>
      <Ending eula={eula} />
    </ConfirmDialog>
  );
};

const Ending = ({ eula }: { eula: Eula }) => {
  const translate = useTranslate();
  const { nameOf } = useEulaWords();
  const { data, error } = useAnswer('eulas', 'list', {
    query: { type: eula.type, isActive: 'true', ...brandQuery(eula.brandName || otherBrands) },
  });
  const words = () => {
    if (error) return translate('eulas.endsUnknown');
    if (!data) return translate('components.states.loading');
    const [former] = data.items;
    return former ? translate('eulas.ends', { name: nameOf(former) }) : translate('eulas.nothingEnds');
  };
  return <Typography aria-live="polite">{words()}</Typography>;
};
