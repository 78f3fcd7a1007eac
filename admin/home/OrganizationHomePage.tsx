import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Block from '@mui/icons-material/Block';
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined';
import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
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
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LinkBase, useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import type { OrganizationHome } from '../../shared/contract/home.ts';
import { awaitedOf, openStep } from '../../shared/rules/onboarding.ts';
import { failedMessageDays, type OrganizationNumber } from '../../shared/rules/organizationHome.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { actionText } from '../components/changes/changeText.ts';
import { DateTime, dateTimeText } from '../components/DateTime.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { Section } from '../components/FormSection.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { useProfile } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

const sections: Readonly<Record<'people' | 'exchange', readonly OrganizationNumber[]>> = {
  people: ['people', 'administrators', 'peopleInvited', 'peopleLocked', 'peopleDisabled'],
  exchange: ['directAddresses', 'faxNumbers', 'messagesFailed', 'webhooks', 'webhooksFailing'],
};

/** Home of an organization's administrator: what is left to do, the state of the organization, and what was changed last. */
export const OrganizationHomePage = () => {
  const translate = useTranslate();
  const profile = useProfile();
  const { fullName, organizationId } = profile;
  const provider = useAppDataProvider();
  const query = useQuery({
    // What a dialog of onboarding or reactivation changes is in the profile, which it loads again.
    queryKey: ['organizationHome', profile],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => provider.home.organization({}, { signal }),
    enabled: organizationId !== null,
  });
  return (
    <>
      <PageHeader title={translate('home.title', { name: fullName })}>
        {query.data && (
          <Typography variant="body2" color="textSecondary">
            {translate('organizationHome.at', { time: dateTimeText(query.data.at) })}
          </Typography>
        )}
      </PageHeader>
      {organizationId === null ? (
        <EmptyState text="organizationHome.unassigned" />
      ) : (
        <QueryState query={query} failed="organizationHome.failed" rows={8}>
          {(home) => (
            <>
              <Tasks {...home} />
              <State {...home} />
              {(['people', 'exchange'] as const).map((section) => (
                <Section key={section} title={`organizationHome.sections.${section}`}>
                  <Numbers numbers={home.numbers.filter(({ name }) => sections[section].includes(name))} />
                </Section>
              ))}
              <Events {...home} />
            </>
          )}
        </QueryState>
      )}
    </>
  );
};

const Tasks = ({ tasks }: Pick<OrganizationHome, 'tasks'>) => {
  const translate = useTranslate();
  const step = openStep(useProfile());
  return (
    <Section title="organizationHome.sections.tasks">
      {tasks.length === 0 && step === null ? (
        <Typography color="textSecondary">{translate('organizationHome.nothingToDo')}</Typography>
      ) : (
        <Box component="ul" sx={{ display: 'grid', gap: 1, margin: 0, padding: 0, listStyle: 'none' }}>
          {/* Its dialog opens over this page. */}
          {step !== null && <Task>{translate(`organizationHome.steps.${step}`)}</Task>}
          {tasks.map(({ name, count, path }) => (
            <Task key={name}>
              <Link component={LinkBase} to={path}>
                {translate(`organizationHome.tasks.${name}`, { smart_count: count })}
              </Link>
            </Task>
          ))}
        </Box>
      )}
    </Section>
  );
};

const Task = ({ children }: { children: ReactNode }) => (
  <Paper variant="outlined" component="li" sx={{ padding: 1.5, display: 'flex', gap: 1 }}>
    <WarningAmber color="warning" aria-hidden />
    {children}
  </Paper>
);

const State = ({
  organizationName,
  isActivated,
  subscription,
}: Pick<OrganizationHome, 'organizationName' | 'isActivated' | 'subscription'>) => {
  const translate = useTranslate();
  const profile = useProfile();
  const { status, cancelAt, planName, allowedUsers, memberCount } = subscription;
  const count = thousands(memberCount);
  const statusText = translate(`organizationHome.statuses.${status}`, {
    date: cancelAt === null ? '' : dateTimeText(cancelAt),
  });
  return (
    <Section title="organizationHome.sections.state">
      <LabeledValues minWidth={220}>
        <LabeledValue label="home.organization">{organizationName}</LabeledValue>
        <LabeledValue label="organizationHome.state">
          <StateChip
            {...(isActivated ? { icon: CheckCircle, severity: 'good' } : { icon: HourglassEmpty, severity: 'info' })}
            label={`organizationHome.${isActivated ? 'activated' : `notActivated.${awaitedOf(profile)}`}`}
          />
        </LabeledValue>
        <LabeledValue label="organizationHome.subscription">
          <StateChip
            {...(status === 'Active'
              ? { icon: CheckCircle, severity: 'good' }
              : status === 'Canceling'
                ? { icon: WarningAmber, severity: 'warning' }
                : { icon: Block, severity: 'bad' })}
            label={statusText}
          />
        </LabeledValue>
        <LabeledValue label="organizationHome.plan">
          <Link component={LinkBase} to="/account/subscription">
            {planName}
          </Link>
        </LabeledValue>
        <LabeledValue label="organizationHome.planUse">
          {allowedUsers === -1
            ? translate('organizationHome.unlimited', { count })
            : translate('organizationHome.limited', { count, limit: thousands(allowedUsers) })}
        </LabeledValue>
      </LabeledValues>
    </Section>
  );
};

const Numbers = ({ numbers }: Pick<OrganizationHome, 'numbers'>) => {
  const translate = useTranslate();
  return (
    <LabeledValues minWidth={168}>
      {numbers.map(({ name, count, path }) => {
        const label = translate(`organizationHome.numbers.${name}`, { days: failedMessageDays });
        const text = thousands(count);
        return (
          <LabeledValue key={name} label={label}>
            {path === null ? (
              <Typography variant="h6" component="span">
                {text}
              </Typography>
            ) : (
              <Link component={LinkBase} to={path} variant="h6" aria-label={`${label}: ${text}`}>
                {text}
              </Link>
            )}
          </LabeledValue>
        );
      })}
    </LabeledValues>
  );
};

const Events = ({ events }: Pick<OrganizationHome, 'events'>) => {
  const translate = useTranslate();
  return (
    <Section title="organizationHome.sections.events">
      {events.length === 0 ? (
        <EmptyState text="organizationHome.noEvents" />
      ) : (
        <TableContainer>
          <Table size="small" aria-label={translate('organizationHome.sections.events')}>
            <TableHead>
              <TableRow>
                {['at', 'actor', 'action'].map((column) => (
                  <TableCell key={column}>{translate(`organizationHome.events.${column}`)}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {events.map(({ id, at, actorId, actorName, action }) => (
                <TableRow key={id}>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>
                    <DateTime value={at} />
                  </TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>
                    <Link component={LinkBase} to={`/account/people/${actorId}/activity`}>
                      {actorName}
                    </Link>
                  </TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{actionText(action, translate)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Section>
  );
};
