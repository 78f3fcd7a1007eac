import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { HttpError, LinkBase, Navigate, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { Eula } from '../../shared/contract/eulas.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { Fact, Facts } from '../components/Fact.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { Moment } from '../components/Moment.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { DeleteRecordButton } from '../components/records/DeleteRecordButton.tsx';
import { statusOf } from '../components/serverError.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { ActivateEulaButton } from './ActivateEulaButton.tsx';
import { EulaState } from './EulaState.tsx';
import { EulaText } from './EulaText.tsx';
import { eulaDesk, named } from './eulaModel.ts';
import { useEulaWords } from './useEulaWords.ts';

/** One agreement: its facts, its text, and what can be done with it. */
export const EulaShow = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const [deleted, setDeleted] = useState(false);
  const { data: eula, error, refetch } = useAnswer('eulas', 'get', { params: { id } }, { enabled: !deleted });
  const { nameOf, brandOf } = useEulaWords();
  if (deleted) return <Navigate to={eulaDesk.path} replace />;
  if (eula) {
    const actions = (
      <>
        <DeleteRecordButton desk={eulaDesk} stored={named(eula)} onDeleted={() => setDeleted(true)} />
        <Button variant="outlined" startIcon={<Print />} onClick={() => window.print()}>
          {translate('eulas.print')}
        </Button>
        {!eula.isActive && <ActivateEulaButton eula={eula} />}
      </>
    );
    return (
      <>
        <PageHeader
          title={translate('eulas.heading', { name: nameOf(eula), brand: brandOf(eula) })}
          actions={actions}
        />
        <Paper variant="outlined" sx={{ padding: 2, marginBottom: 2 }}>
          <EulaFacts eula={eula} />
        </Paper>
        <EulaText id={id} />
      </>
    );
  }
  // An id of another shape is refused rather than looked for; to the reader neither is a record, and neither will be.
  const failure = statusOf(error) === 400 ? new HttpError(translate('records.unknown'), 404, null) : error;
  return (
    <>
      <PageHeader title={translate('eulas.title')} />
      <Paper variant="outlined">
        {failure ? <ErrorState error={failure} onRetry={() => void refetch()} /> : <LoadingRows rows={8} />}
      </Paper>
      <Button component={LinkBase} to={eulaDesk.path} sx={{ marginTop: 1 }}>
        {translate('records.back')}
      </Button>
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
