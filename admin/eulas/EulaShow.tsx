import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useGetList, useRecordContext, useTranslate } from 'react-admin';
import { useId } from 'react';
import type { Eula } from '../../shared/contract/eulas.ts';
import { ActionDialog, DialogButton } from '../components/actions.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { RecordShow } from '../components/RecordPages.tsx';
import { SafeHtml } from '../components/SafeHtml.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { otherBrands } from './eulaModel.ts';
import { EulaStateField, useEulaText } from './eulaTexts.tsx';

const newestFirst = { field: 'createDate', order: 'DESC' } as const;

/** One agreement: its fields, its text, and the actions on it. */
export const EulaShow = () => {
  const translate = useTranslate();
  const { nameOf, brandOf } = useEulaText();
  return (
    <RecordShow<Eula>
      titleOf={(eula) => translate('eulas.heading', { name: nameOf(eula), brand: brandOf(eula) })}
      nameOf={nameOf}
      sort={newestFirst}
      actions={<EulaActions />}
      render={(eula) => (
        <>
          <Paper variant="outlined" sx={{ padding: 2, marginBottom: 2 }}>
            <EulaSummary eula={eula} />
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
      {eula && !eula.isActive && <ActivateButton eula={eula} />}
    </>
  );
};

const EulaSummary = ({ eula }: { eula: Eula }) => {
  const { brandOf } = useEulaText();
  const label = (field: string) => `eulas.fields.${field}`;
  return (
    <Box component="section" aria-label={useTranslate()('eulas.section')}>
      <LabeledValues>
        <LabeledValue label={label('isActive')}>
          <EulaStateField source="isActive" />
        </LabeledValue>
        <LabeledValue label={label('version')}>{eula.version}</LabeledValue>
        <LabeledValue label={label('brandName')}>{brandOf(eula)}</LabeledValue>
        <LabeledValue label={label('type')}>{eula.type}</LabeledValue>
        <LabeledValue label={label('file')}>{eula.fileName}</LabeledValue>
        <LabeledValue label={label('acceptances')}>{eula.acceptances}</LabeledValue>
        <LabeledValue label={label('createDate')}>
          <DateTimeField source="createDate" />
        </LabeledValue>
        <LabeledValue label={label('createdBy')}>{eula.createdBy}</LabeledValue>
        {eula.activatedDate !== null && (
          <LabeledValue label={label('activatedDate')}>
            <DateTimeField source="activatedDate" />
          </LabeledValue>
        )}
      </LabeledValues>
    </Box>
  );
};

/** Makes an agreement the one of its brand and kind; names the former one, which ends. */
const ActivateButton = ({ eula }: { eula: Eula }) => {
  const translate = useTranslate();
  const { nameOf, brandOf } = useEulaText();
  const name = translate('eulas.heading', { name: nameOf(eula), brand: brandOf(eula) });
  return (
    <DialogButton
      variant="contained"
      label="eulas.activate"
      renderDialog={(close) => (
        <ActionDialog
          texts="eulas.activate"
          values={{ name }}
          send={({ eulas }) => eulas.activate({ params: { id: eula.id } })}
          done={translate('eulas.activated', { name })}
          failed="eulas.activateFailed"
          changes={['eulas']}
          onClose={close}
        >
          <FormerEula eula={eula} />
        </ActionDialog>
      )}
    />
  );
};

/** The active agreement that the activation ends. */
const FormerEula = ({ eula }: { eula: Eula }) => {
  const translate = useTranslate();
  const { nameOf } = useEulaText();
  const { data, error } = useGetList<Eula>('eulas', {
    pagination: { page: 1, perPage: 1 },
    filter: { type: eula.type, active: 'true', brand: eula.brandName || otherBrands },
  });
  const text = () => {
    if (error) return translate('eulas.endsUnknown');
    if (!data) return translate('components.states.loading');
    const [former] = data;
    return former ? translate('eulas.ends', { name: nameOf(former) }) : translate('eulas.nothingEnds');
  };
  return <Typography aria-live="polite">{text()}</Typography>;
};

/** Only the agreement is printed, black on white in either theme. */
const onPaper = {
  '@media print': {
    'body *': { visibility: 'hidden' },
    '[data-print], [data-print] *': { visibility: 'visible', color: 'black', background: 'none' },
    '[data-print]': { position: 'absolute', inset: '0 0 auto 0' },
  },
} as const;

/** The agreement itself; only this is printed. */
const EulaText = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const titleId = useId();
  const provider = useAppDataProvider();
  const text = useQuery({
    queryKey: ['eulas', 'view', id],
    queryFn: ({ signal }) => provider.eulas.view({ params: { id } }, { signal }),
  });
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} sx={{ padding: 2 }}>
      <GlobalStyles styles={onPaper} />
      <Typography id={titleId} variant="subtitle1" component="h2" sx={{ fontWeight: 600, marginBottom: 1 }}>
        {translate('eulas.text')}
      </Typography>
      {text.error && (
        <ErrorState error={text.error} title={translate('eulas.textFailed')} onRetry={() => void text.refetch()} />
      )}
      {text.isPending && <LoadingRows rows={6} />}
      {text.data !== undefined && (
        <Box data-print="" sx={{ maxWidth: '80ch' }}>
          <SafeHtml html={text.data} />
        </Box>
      )}
    </Paper>
  );
};
