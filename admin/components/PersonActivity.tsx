import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Paper from '@mui/material/Paper';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { DataTable, useRecordContext, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { errorCatalogue } from '../../shared/contract/errors.ts';
import type { Activity, Person } from '../../shared/contract/peopleSchemas.ts';
import { requestsPageSize } from '../../shared/rules/intake.ts';
import { activityExportRows, activityPageSize } from '../../shared/rules/person.ts';
import { actionText, fieldWords, isChange, targetText, valueText } from './changes/changeText.ts';
import { DateTimeField } from './DateTime.tsx';
import { type ExportColumn, ListToolbar } from './ListToolbar.tsx';
import { RelatedList, RelatedTable } from './RelatedList.tsx';
import { StateChip } from './StateChip.tsx';
import { useApp, useProfile } from '../providers/appContext.ts';

const kinds = {
  events: { reference: 'personevents', perPage: activityPageSize },
  requests: { reference: 'personrequests', perPage: requestsPageSize },
  signatures: { reference: 'personsignatures', perPage: activityPageSize },
} as const;
type Kind = keyof typeof kinds;

// Object.keys gives strings only.
const kindNames = Object.keys(kinds) as Kind[];
const label = (name: string) => `people.activity.${name}`;

const catalogue: Readonly<Record<string, { readonly message: string }>> = errorCatalogue;

/** The texts of entries: names in the place of ids and fields, and what was wrong with a call that was not carried out. */
const useActivityTexts = (person: Partial<Person> | undefined) => {
  const translate = useTranslate();
  const { organizationId, organizationName, organizations } = useProfile();
  const names = new Map<unknown, string | null>([
    ...organizations.map(({ id, name }) => [id, name] as const),
    [organizationId, organizationName],
    [person?.organizationId, person?.organizationName ?? null],
    [person?.id, person?.name ?? null],
  ]);
  const valueOf = (field: string, value: unknown) => {
    if (field === 'roleName' && typeof value === 'string') return translate(`roles.${value}`, { _: value });
    return (typeof value === 'string' && names.get(value)) || valueText(value, translate);
  };
  return {
    about: ({ targetType, targetId }: Activity) => {
      const type = targetText(targetType, translate);
      const name = names.get(targetId);
      return name ? `${type} ${name}` : type;
    },
    reason: ({ code, reason }: Activity) =>
      [reason, code === null ? null : (catalogue[code]?.message ?? code)].filter(Boolean).join(' – '),
    changes: ({ changes }: Activity) =>
      changes
        .filter(isChange)
        .map(({ field, before, after }) => {
          const name = translate(`people.fields.${field}`, { _: fieldWords(field, translate) });
          return `${name}: ${valueOf(field, before)} → ${valueOf(field, after)}`;
        })
        .join('; '),
  };
};

interface PersonActivityProps {
  /** The person is the signed-in user. */
  readonly isOwn?: boolean;
}

/** What the person of the record context did, and what happened to the person, newest first. The address has the kind. */
export const PersonActivity = ({ isOwn = false }: PersonActivityProps) => {
  const translate = useTranslate();
  const { tasks } = useApp();
  const person = useRecordContext<Partial<Person> & Pick<Person, 'id'>>();
  const [params, setParams] = useSearchParams();
  const kind = kindNames.find((name) => name === params.get('kind')) ?? 'events';
  const texts = useActivityTexts(person);
  if (!person) return null;
  const columns: ExportColumn<Activity>[] = [
    { source: 'at', label: label('at') },
    { source: 'action', label: label('action'), text: ({ action }) => actionText(action, translate) },
    { source: 'actorName', label: label('actorName') },
    { source: 'targetType', label: label('targetType'), text: texts.about },
    { source: 'targetId', label: label('targetId'), isFileOnly: true },
    { source: 'outcome', label: label('outcome') },
    { source: 'reason', label: label('reason'), text: texts.reason },
    { source: 'changes', label: label('changes'), text: texts.changes },
  ];
  const { reference, perPage } = kinds[kind];
  return (
    <Paper variant="outlined" sx={{ padding: 2, '& .column-outcome': { whiteSpace: 'nowrap' } }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={kind}
        aria-label={translate(label('kind'))}
        onChange={(_event, value: Kind | null) => {
          if (value !== null) setParams(value === 'events' ? {} : { kind: value }, { replace: true });
        }}
        sx={{ flexWrap: 'wrap' }}
      >
        {kindNames.map((name) => (
          <ToggleButton key={name} value={name} sx={{ textTransform: 'none' }}>
            {translate(label(`kinds.${name}`))}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Typography color="textSecondary" sx={{ paddingY: 1 }}>
        {translate(label(`${isOwn ? 'ownIntros' : 'intros'}.${kind}`))}
      </Typography>
      <RelatedList
        key={kind}
        reference={reference}
        target="personId"
        perPage={perPage}
        sort={{ field: 'at', order: 'DESC' }}
        empty={label(`none.${kind}`)}
        failedText={label('failed')}
        renderFrame={(rows) => (
          <>
            <ListToolbar
              columns={columns}
              filterButton={<></>}
              exportTask={{
                tasks,
                title: label('export'),
                // The time alone (spec 3 section 9).
                fileName: '',
                maxRows: activityExportRows,
                filter: () => ({ personId: person.id }),
              }}
            />
            {rows}
          </>
        )}
      >
        <RelatedTable label={label(`kinds.${kind}`)}>
          <DataTable.Col source="at" label={label('at')} field={DateTimeField} />
          <DataTable.Col<Activity>
            source="action"
            label={label('action')}
            render={({ action }) => actionText(action, translate)}
          />
          <DataTable.Col source="actorName" label={label('actorName')} />
          <DataTable.Col<Activity> source="targetType" label={label('targetType')} render={texts.about} />
          <DataTable.Col<Activity>
            source="outcome"
            label={label('outcome')}
            render={({ outcome }) =>
              outcome === 'Success' ? (
                <StateChip icon={CheckCircle} severity="good" label={label('outcomes.Success')} />
              ) : (
                <StateChip icon={ErrorOutlined} severity="bad" label={label(`outcomes.${outcome}`)} />
              )
            }
          />
          <DataTable.Col<Activity> source="reason" label={label('reason')} render={texts.reason} />
          <DataTable.Col<Activity> source="changes" label={label('changes')} render={texts.changes} />
        </RelatedTable>
      </RelatedList>
    </Paper>
  );
};
