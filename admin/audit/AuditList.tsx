import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DataTable, DateInput, SelectInput, TextInput, useListContext, useTranslate } from 'react-admin';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AuditEntry } from '../../shared/contract/audit.ts';
import { auditOutcomeNames } from '../../shared/contract/auditOutcomes.ts';
import { wire } from '../../shared/contract/wire.ts';
import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { actionText, targetText, valueText } from '../components/changes/changeText.ts';
import { FieldChanges } from '../components/changes/FieldChanges.tsx';
import { RunLink } from '../components/changes/RunLink.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ExpandButton } from '../components/ExpandButton.tsx';
import { ListPage } from '../components/ListPage.tsx';
import { ListTable, wrappedCell } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { auditActions } from '../i18n/auditActions.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { auditCommand } from './auditCommand.ts';
import { auditFilters, runOf } from './auditModel.ts';
import { AuditOutcomeChip, RunSummary } from './RunSummary.tsx';
import { VerifyButton } from './VerifyButton.tsx';

const signIns = Object.keys(auditActions.identity);

/** Areas and calls that are audited, and sign-ins: suggestions of the filter. */
const knownActions: readonly string[] = [
  'identity',
  ...signIns.map((name) => `identity.${name}`),
  ...Object.entries(wire).flatMap(([area, rows]) => {
    const audited = Object.entries(rows).filter(([, { method, isProtected }]) => method !== 'GET' || isProtected);
    return audited.length === 0 ? [] : [area, ...audited.map(([name]) => `${area}.${name}`)];
  }),
];

interface FilterProps {
  source: (typeof auditFilters)[number];
  alwaysOn: true;
  /** Id of the list of suggestions. */
  list?: string;
}

const filterProps = ({ source }: FilterProps) => ({
  source,
  label: `audit.filters.${source}`,
  helperText: false as const,
  margin: 'none' as const,
});

const TextFilter = (props: FilterProps) => (
  <TextInput
    {...filterProps(props)}
    autoComplete="off"
    resettable
    slotProps={{ htmlInput: { maxLength: 100, list: props.list } }}
  />
);

const ActionFilter = (props: FilterProps) => {
  const list = useId();
  const translate = useTranslate();
  return (
    <>
      <TextFilter {...props} list={list} />
      <datalist id={list}>
        {knownActions.map((name) => {
          const label = name.includes('.') ? actionText(name, translate) : name;
          return <option key={name} value={name} label={label} aria-label={label} />;
        })}
      </datalist>
    </>
  );
};

/** Types that the audit trail has, as suggestions. */
const TypeFilter = (props: FilterProps) => {
  const list = useId();
  const provider = useAppDataProvider();
  const { data } = useQuery({
    queryKey: ['audit', 'types'],
    queryFn: ({ signal }) => provider.audit.types({}, { signal }),
  });
  return (
    <>
      <TextFilter {...props} list={list} />
      <datalist id={list}>
        {data?.types.map((type) => (
          <option key={type} value={type} aria-label={type} />
        ))}
      </datalist>
    </>
  );
};

const OutcomeFilter = (props: FilterProps) => (
  <SelectInput
    {...filterProps(props)}
    emptyText="audit.filters.any"
    // An address may have any text.
    format={(value: unknown) => auditOutcomeNames.find((name) => name === value) ?? ''}
    choices={auditOutcomeNames.map((id) => ({ id, name: `audit.outcomes.${id}` }))}
  />
);

const KindFilter = (props: FilterProps) => (
  <SelectInput
    {...filterProps(props)}
    emptyText="audit.filters.any"
    format={(value: unknown) => (value === 'true' || value === 'false' ? value : '')}
    choices={[
      { id: 'false', name: 'audit.kinds.change' },
      { id: 'true', name: 'audit.kinds.read' },
    ]}
  />
);

const DayFilter = (props: FilterProps) => (
  <DateInput {...filterProps(props)} inputProps={{ min: '1900-01-02', max: '9998-12-30' }} />
);

const filters = [
  <TextFilter key="actor" source="actor" alwaysOn />,
  <ActionFilter key="action" source="action" alwaysOn />,
  <TypeFilter key="type" source="type" alwaysOn />,
  <OutcomeFilter key="outcome" source="outcome" alwaysOn />,
  <KindFilter key="isRead" source="isRead" alwaysOn />,
  <TextFilter key="runId" source="runId" alwaysOn />,
  <DayFilter key="from" source="from" alwaysOn />,
  <DayFilter key="to" source="to" alwaysOn />,
];

const changesOnly = { isRead: 'false' };

const ClearFilters = () => {
  const { setFilters, filterValues } = useListContext();
  const label = useTranslate()('components.table.clearFilters');
  const { isRead, ...others } = filterValues as Record<string, unknown>;
  if (isRead === changesOnly.isRead && Object.keys(others).length === 0) return null;
  return <Button onClick={() => setFilters(changesOnly, {})}>{label}</Button>;
};

/** Changes of records, or what a run of bulk changes did. */
export const AuditList = () => {
  const translate = useTranslate();
  const columns = [
    { source: 'at' },
    { source: 'action', text: ({ action }: AuditEntry) => actionText(action, translate) },
    { source: 'targetType' },
    { source: 'targetId' },
    { source: 'actorName' },
    { source: 'outcome', text: ({ outcome }: AuditEntry) => translate(`audit.outcomes.${outcome}`) },
    { source: 'code' },
    { source: 'reason' },
    { source: 'runId' },
    {
      source: 'changes',
      label: 'audit.fields.changes',
      isFileOnly: true,
      text: ({ changes }: AuditEntry) =>
        changes
          .map(
            ({ field, before, after }) => `${field}: ${valueText(before, translate)} -> ${valueText(after, translate)}`,
          )
          .join('; '),
    },
  ];
  return (
    <ListPage
      resource="auditentries"
      title={(filter) => {
        const run = runOf(filter);
        return run === undefined ? translate('audit.title') : translate('audit.run.title', { run });
      }}
      intro={<Introduction />}
      filters={filters}
      addressFilters={auditFilters}
      // Each page that is read is an entry of its own, which moves the rows of a list that shows reads.
      filterDefaultValues={changesOnly}
      debounce={searchDebounceMs}
      actions={
        <ListToolbar columns={columns} command={auditCommand}>
          <ClearFilters />
          <VerifyButton />
        </ListToolbar>
      }
    >
      <AuditTable />
    </ListPage>
  );
};

const Introduction = () => {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const run = runOf(filterValues as Record<string, unknown>);
  if (run !== undefined) return <RunSummary key={run} run={run} />;
  return (
    <Typography color="textSecondary" gutterBottom>
      {translate('audit.intro')}
    </Typography>
  );
};

const AuditTable = () => {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  return (
    <ListTable
      emptyText="audit.none"
      noMatch={<EmptyState text={translate('audit.noMatch')} />}
      rowClick={false}
      aria-label={translate('audit.title')}
    >
      <DataTable.Col source="at" disableSort field={DateTimeField} />
      <DataTable.Col<AuditEntry>
        source="action"
        disableSort
        cellClassName={wrappedCell}
        render={(entry) => <AuditAction entry={entry} />}
      />
      <DataTable.Col source="actorName" disableSort />
      <DataTable.Col<AuditEntry>
        source="outcome"
        disableSort
        cellClassName={wrappedCell}
        render={(entry) => <AuditOutcomeChip {...entry} />}
      />
      {runOf(filterValues as Record<string, unknown>) === undefined && (
        <DataTable.Col<AuditEntry>
          source="runId"
          disableSort
          render={({ runId }) => runId && <RunLink run={runId} />}
        />
      )}
    </ListTable>
  );
};

/** Action and record of an entry; changed fields, reason and reference below them when it is expanded. */
const AuditAction = ({ entry }: { entry: AuditEntry }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const id = useId();
  const action = actionText(entry.action, translate);
  const named = { action, when: entry.at };
  const secondary = { color: 'text.secondary', fontSize: 12 };
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
        <ExpandButton
          name={translate(open ? 'audit.hide' : 'audit.show', named)}
          open={open}
          onToggle={() => setOpen(!open)}
          controls={id}
        />
        <Box sx={{ minWidth: 0 }}>
          {action}
          <Box sx={secondary}>
            {translate('audit.target', { type: targetText(entry.targetType, translate), id: entry.targetId })}
          </Box>
        </Box>
      </Box>
      {open && (
        <Box id={id} sx={{ paddingLeft: { xs: 0, sm: 4 }, paddingBottom: 1 }}>
          {entry.reason && <div>{translate('audit.reason', { reason: entry.reason })}</div>}
          <FieldChanges label={translate('audit.changes', named)} changes={entry.changes} />
          <Box sx={secondary}>{translate('audit.reference', { id: entry.requestId })}</Box>
        </Box>
      )}
    </>
  );
};
