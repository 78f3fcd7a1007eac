import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Eula } from '../../shared/contract/eulas.ts';
import { Fact, Facts } from '../components/Fact.tsx';
import { Moment } from '../components/Moment.tsx';
import { RecordShow } from '../components/RecordPages.tsx';
import { ActivateEulaButton } from './ActivateEulaButton.tsx';
import { EulaState } from './EulaState.tsx';
import { EulaText } from './EulaText.tsx';
import { useEulaWords } from './useEulaWords.ts';

const newestFirst = { field: 'createDate', order: 'DESC' } as const;

/** One agreement: its fields, its text, and the actions on it. */
export const EulaShow = () => {
  const translate = useTranslate();
  const { nameOf, brandOf } = useEulaWords();
  return (
    <RecordShow<Eula>
      titleOf={(eula) => translate('eulas.heading', { name: nameOf(eula), brand: brandOf(eula) })}
      nameOf={nameOf}
      sort={newestFirst}
      actions={<EulaActions />}
      render={(eula) => (
        <>
          <Paper variant="outlined" sx={{ padding: 2, marginBottom: 2 }}>
            <EulaFacts eula={eula} />
          </Paper>
          <EulaText id={eula.id} />
        </>
      )}
    />
  );
};

const EulaActions = () => {
  const translate = useTranslate();
  const eula = useRecordContext<Eula>();
  return (
    <>
      <Button variant="outlined" startIcon={<Print />} onClick={() => window.print()}>
        {translate('eulas.print')}
      </Button>
      {eula && !eula.isActive && <ActivateEulaButton eula={eula} />}
    </>
  );
};

const EulaFacts = ({ eula }: { eula: Eula }) => {
  const translate = useTranslate();
  const { brandOf } = useEulaWords();
  const label = (field: string) => translate(`eulas.fields.${field}`);
  return (
    <Box component="section" aria-label={translate('eulas.facts')}>
      <Facts>
        <Fact label={label('isActive')}>
          <EulaState isActive={eula.isActive} />
        </Fact>
        <Fact label={label('version')}>{eula.version}</Fact>
        <Fact label={label('brandName')}>{brandOf(eula)}</Fact>
        <Fact label={label('type')}>{eula.type}</Fact>
        <Fact label={label('file')}>{eula.fileName}</Fact>
        <Fact label={label('acceptances')}>{eula.acceptances}</Fact>
        <Fact label={label('createDate')}>
          <Moment value={eula.createDate} />
        </Fact>
        <Fact label={label('createdBy')}>{eula.createdBy}</Fact>
        {eula.activatedDate !== null && (
          <Fact label={label('activatedDate')}>
            <Moment value={eula.activatedDate} />
          </Fact>
        )}
      </Facts>
    </Box>
  );
};
