import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useTranslate } from 'react-admin';
import type { AuditEntry } from '../../shared/contract/audit.ts';
import type { HomeNumberRow } from '../../shared/contract/home.ts';
import type { HomeNumber } from '../../shared/rules/homeNumbers.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { actionText } from '../components/changes/changeText.ts';
import { DateTime, dateTimeText } from '../components/DateTime.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { Section } from '../components/FormSection.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';

const sections: Readonly<Record<string, readonly HomeNumber[]>> = {
  organizations: [
    'organizations',
    'organizationsActivated',
    'organizationsNotActivated',
    'organizationsDisabled',
    'organizationsCanceling',
  ],
  users: ['usersLocked', 'usersDisabled'],
  exchange: ['alertsOpen', 'workflowsFailed', 'jobsFailed'],
  integrations: [
    'integrationBlocked',
    'webhooksFailing',
    'certificatesEnding',
    'certificatesInvalid',
    'emergenciesScheduled',
  ],
};

const Tile = ({ name, recordName, count, path }: HomeNumberRow) => {
  const translate = useTranslate();
  const label =
    name === 'integrationBlocked' && recordName === null
      ? translate('overview.blockedUnknown')
      : translate(`overview.numbers.${name}`, { name: recordName });
  return (
    <Paper variant="outlined" component="li" sx={{ padding: 1.5, display: 'flex', flexDirection: 'column', gap: 0.5 }}>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {label}
      </Typography>
      {count === null ? (
        <Typography>{translate('overview.unknown')}</Typography>
      ) : (
        <Link
          component={LinkBase}
          to={path}
          variant="h6"
          aria-label={`${label}: ${thousands(count)}`}
          sx={{ fontVariantNumeric: 'tabular-nums', alignSelf: 'flex-start' }}
        >
          {thousands(count)}
        </Link>
      )}
    </Paper>
  );
};

const Tiles = ({ items }: { items: readonly HomeNumberRow[] }) => (
  <Box
    component="ul"
    sx={{
      display: 'grid',
      gap: 1,
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 168px), 1fr))',
      listStyle: 'none',
      margin: 0,
      padding: 0,
    }}
  >
    {items.map((item) => (
      <Tile key={`${item.name} ${item.recordId}`} {...item} />
    ))}
  </Box>
);

/** Numbers that link to what they count, all of one snapshot. */
const Numbers = ({ items }: { items: readonly HomeNumberRow[] }) => {
  const translate = useTranslate();
  const isNoneBlocked = !items.some(({ name }) => name === 'integrationBlocked');
  return Object.entries(sections).map(([section, names]) => (
    <Section key={section} title={`overview.sections.${section}`}>
      <Tiles items={names.flatMap((name) => items.filter((item) => item.name === name))} />
      {section === 'integrations' && isNoneBlocked && (
        <Typography variant="body2" color="textSecondary" sx={{ marginTop: 1 }}>
          {translate('overview.noneBlocked')}
        </Typography>
      )}
    </Section>
  ));
};

/** Folder of the pages of a record, by the type that the audit trail has for it. */
const recordPages: Readonly<Record<string, string>> = {
  organization: 'organizations',
  user: 'users',
  network: 'networks',
  reseller: 'resellers',
  brand: 'brands',
  plan: 'plans',
  specialty: 'specialties',
  app: 'apps',
  eula: 'eulas',
  reservedword: 'reservedwords',
  'whitelist entry': 'integrationwhitelist',
  'identity link': 'identitylinks',
  webhook: 'webhooks',
  retryjob: 'messages/retries',
};
const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The page of the changed record; undefined where it has none or is gone. */
const recordPath = ({ targetType, targetId, action }: AuditEntry): string | undefined => {
  const folder = recordPages[targetType];
  return folder === undefined || !isId.test(targetId) || action === `${folder}.delete`
    ? undefined
    : `/admin/${folder}/${targetId}`;
};

const Change = ({ entry }: { entry: AuditEntry }) => {
  const translate = useTranslate();
  const path = recordPath(entry);
  const text = actionText(entry.action, translate);
  return (
    <TableRow>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        <DateTime value={entry.at} />
      </TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{entry.actorName}</TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        {path === undefined ? (
          text
        ) : (
          <Link component={LinkBase} to={path}>
            {text}
          </Link>
        )}
      </TableCell>
    </TableRow>
  );
};

const Changes = ({ items }: { items: readonly AuditEntry[] }) => {
  const translate = useTranslate();
  if (items.length === 0) return <EmptyState text="overview.noChanges" />;
  return (
    <TableContainer>
      <Table size="small" aria-label={translate('overview.sections.changes')}>
        <TableHead>
          <TableRow>
            {['at', 'actor', 'action'].map((column) => (
              <TableCell key={column}>{translate(`overview.change.${column}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((entry) => (
            <Change key={entry.id} entry={entry} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};

/** Without what the server does by itself: each message would be one. */
const newest = { isRead: 'false', isSystem: 'false', outcome: 'Success', pageSize: 10 } as const;

/** Home of the platform administrators: what needs attention, and what was changed last. */
export const OverviewPage = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const numbers = useQuery({
    queryKey: ['overview', 'numbers'],
    queryFn: ({ signal }) => provider.home.numbers({}, { signal }),
  });
  const changes = useQuery({
    queryKey: ['overview', 'changes'],
    queryFn: ({ signal }) => provider.audit.list({ query: newest }, { signal }),
  });
  return (
    <>
      <PageHeader title={translate('overview.title')}>
        {numbers.data && (
          <Typography variant="body2" color="textSecondary">
            {translate('overview.at', { time: dateTimeText(numbers.data.at) })}
          </Typography>
        )}
      </PageHeader>
      <QueryState query={numbers} failed="overview.failed" rows={6}>
        {({ items }) => <Numbers items={items} />}
      </QueryState>
      <Section
        title="overview.sections.changes"
        actions={
          <Link component={LinkBase} to="/admin/audit?isRead=false">
            {translate('overview.allChanges')}
          </Link>
        }
      >
        <QueryState query={changes} failed="overview.changesFailed">
          {({ items }) => <Changes items={items} />}
        </QueryState>
      </Section>
    </>
  );
};
