import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Hourglass from '@mui/icons-material/HourglassEmpty';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { DataTable, LinkBase, SelectInput, useTranslate } from 'react-admin';
import { Fragment, useState } from 'react';
import type { Certificate } from '../../shared/contract/certificates.ts';
import { certificateSoonDays, certificateUseKinds } from '../../shared/rules/certificate.ts';
import { ActionButton } from '../components/actions.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { NoMatch } from '../components/EmptyState.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { option } from '../components/list/commandArguments.ts';
import { ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { actionsColumn, ListTable, wrappedCell } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';
import { StateChip } from '../components/StateChip.tsx';

const Days = ({ days }: { days: number }) => useTranslate()('certificates.days', { smart_count: days });

const select = { margin: 'none', alwaysOn: true, emptyText: 'certificates.all', helperText: false } as const;
const filters = [
  <ListSearch key="q" source="q" alwaysOn label="certificates.search" />,
  <SelectInput
    {...select}
    key="endsWithinDays"
    source="endsWithinDays"
    label="certificates.fields.endsWithinDays"
    choices={[7, 14, certificateSoonDays, 60, 90].map((days) => ({ id: String(days), days }))}
    optionText={({ days }: { days: number }) => <Days days={days} />}
  />,
  <SelectInput
    {...select}
    key="hasProblem"
    source="hasProblem"
    label="certificates.fields.hasProblem"
    choices={[{ id: 'true', name: 'certificates.states.anyProblem' }]}
  />,
  <SelectInput
    {...select}
    key="usedBy"
    source="usedBy"
    label="certificates.fields.usedBy"
    choices={certificateUseKinds.map((id) => ({ id, name: `certificates.kinds.${id}` }))}
  />,
];

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const command = catalogCommand(
  'certificates',
  ({ endsWithinDays, hasProblem, usedBy }) => [
    ...option('--ends-within', textOf(endsWithinDays)),
    ...(hasProblem === 'true' ? ['--invalid'] : []),
    ...option('--used-by', textOf(usedBy)),
  ],
  'validTo',
);

const stateOf = ({ problem, checkedAt }: Certificate) => problem ?? (checkedAt === null ? 'unchecked' : 'valid');
const hostOf = ({ host, port }: Certificate) => (port === 443 ? host : `${host}:${port}`);

const StateField = (certificate: Certificate) => {
  const translate = useTranslate();
  const state = stateOf(certificate);
  const label = `certificates.states.${state}`;
  if (state === 'valid') return <StateChip icon={CheckCircle} severity="good" label={label} />;
  if (state === 'unchecked') return <StateChip icon={Hourglass} label={label} />;
  const { problemCode } = certificate;
  const hasDetail = problemCode !== null && (state === 'untrusted' || state === 'unreachable');
  const text = hasDetail ? `${translate(label)} (${problemCode})` : label;
  return <StateChip icon={ErrorOutlined} severity="bad" label={text} />;
};

const usePaths = { connection: '/admin/connections', webhook: '/admin/webhooks' } as const;

/** What calls the host: links to connections and webhooks, names of settings. */
const UsesField = ({ uses, useCount }: Pick<Certificate, 'uses' | 'useCount'>) => {
  const translate = useTranslate();
  return (
    <>
      {uses.map(({ kind, id, name }, index) => (
        <Fragment key={`${kind} ${id ?? name}`}>
          {index > 0 && ', '}
          {kind === 'setting' ? (
            name
          ) : (
            <Link component={LinkBase} to={`${usePaths[kind]}/${id ?? ''}`}>
              {name}
            </Link>
          )}
        </Fragment>
      ))}
      {useCount > uses.length && ` ${translate('certificates.more', { count: useCount - uses.length })}`}
    </>
  );
};

const refreshMs = 2_000;
/** A check of all is followed so long; what takes longer appears with the next refresh. */
const followMs = 60_000;

/** Certificates that the platform depends on; those that end first are at the top. */
export const CertificateList = () => {
  const translate = useTranslate();
  const [followed, setFollowed] = useState<{ readonly requestedAt: string; readonly until: number } | null>(null);
  const columns = [
    { source: 'host', text: hostOf },
    { source: 'uses', text: ({ uses }: Certificate) => uses.map(({ name }) => name).join('; ') },
    { source: 'validTo' },
    { source: 'daysLeft' },
    { source: 'issuer' },
    { source: 'problem', text: (row: Certificate) => translate(`certificates.states.${stateOf(row)}`) },
    { source: 'checkedAt' },
  ];
  return (
    <ListPage
      title={translate('certificates.title')}
      titleActions={
        <ActionButton
          label="certificates.checkAll"
          send={async ({ certificates }) => {
            const { requestedAt } = await certificates.checkAll({});
            setFollowed({ requestedAt, until: Date.now() + followMs });
          }}
          done="certificates.checkingAll"
          failed="certificates.checkAllFailed"
          changes={['certificates']}
        />
      }
      intro={
        <Typography color="textSecondary" gutterBottom>
          {translate('certificates.intro')}
        </Typography>
      }
      filters={filters}
      actions={<ListToolbar columns={columns} command={command} />}
      sort={{ field: 'validTo', order: 'ASC' }}
      queryOptions={{
        refetchInterval: ({ state }) =>
          followed !== null &&
          Date.now() < followed.until &&
          state.data?.data.some(({ checkedAt }) => (textOf(checkedAt) ?? '') < followed.requestedAt) === true &&
          refreshMs,
      }}
    >
      <ListTable
        emptyText="certificates.none"
        noMatch={<NoMatch text="certificates.noMatch" />}
        rowClick={false}
        aria-label={translate('certificates.title')}
      >
        <DataTable.Col<Certificate> source="host" render={hostOf} cellClassName={wrappedCell} sx={{ minWidth: 160 }} />
        <DataTable.Col<Certificate> source="uses" disableSort cellClassName={wrappedCell} render={UsesField} />
        <DataTable.Col source="validTo" field={DateTimeField} />
        <DataTable.NumberCol source="daysLeft" disableSort />
        <DataTable.Col source="issuer" disableSort cellClassName={wrappedCell} />
        <DataTable.Col<Certificate> source="problem" disableSort cellClassName={wrappedCell} render={StateField} />
        <DataTable.Col source="checkedAt" field={DateTimeField} />
        <DataTable.Col<Certificate>
          source={actionsColumn}
          label="components.table.actions"
          disableSort
          render={({ id, host }) => (
            <ActionButton
              size="small"
              label="certificates.check"
              aria-label={translate('certificates.checkNamed', { host })}
              send={({ certificates }) => certificates.check({ params: { id } })}
              done={translate('certificates.checked', { host })}
              failed="certificates.checkFailed"
              changes={['certificates']}
            />
          )}
        />
      </ListTable>
    </ListPage>
  );
};
