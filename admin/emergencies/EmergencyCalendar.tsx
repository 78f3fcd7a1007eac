import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useTranslate } from 'react-admin';
import { formatDate } from '../../shared/rules/dates.ts';
import { emergencyStates } from '../../shared/rules/emergency.ts';
import { QueryState } from '../components/QueryState.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { type CalendarBar, calendarOf } from './emergencyModel.ts';

/** All emergencies; more than this many have no place in a calendar. */
const allSize = 1000;
/** Lines of the calendar. */
const most = 8;

/** Every emergency and the present day of the installation. */
export const useAllEmergencies = () => {
  const provider = useAppDataProvider();
  return useQuery({
    queryKey: ['emergencies', 'all'],
    queryFn: ({ signal }) => provider.emergencies.list({ query: { pageSize: allSize } }, { signal }),
  });
};

/** What is active, scheduled and ended, on one axis of time around today. */
export const EmergencyCalendar = () => {
  const translate = useTranslate();
  const query = useAllEmergencies();
  if (query.data?.totalCount === 0) return null;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={translate('emergencies.calendar.title')}
      sx={{ padding: 1.5, marginBottom: 1 }}
    >
      <QueryState query={query} failed="emergencies.calendar.failed">
        {({ items, today }) => {
          const { bars, today: now, hidden } = calendarOf(items, today, most);
          return (
            <>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 13, marginBottom: 1 }}>
                {emergencyStates.map((state) => (
                  <Link
                    key={state}
                    component={LinkBase}
                    to={`/admin/emergencies?filter=${encodeURIComponent(JSON.stringify({ state }))}`}
                  >
                    {translate(`emergencies.calendar.counts.${state}`, {
                      smart_count: items.filter((one) => one.state === state).length,
                    })}
                  </Link>
                ))}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {translate('emergencies.calendar.today', { date: formatDate(today) })}
                </Box>
              </Box>
              <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
                {bars.map((bar) => (
                  <Line key={bar.emergency.id} bar={bar} today={now} />
                ))}
              </Box>
              {hidden > 0 && (
                <Typography variant="body2" color="textSecondary">
                  {translate('emergencies.calendar.more', { smart_count: hidden })}
                </Typography>
              )}
            </>
          );
        }}
      </QueryState>
    </Paper>
  );
};

const colors = { active: 'success.main', scheduled: 'warning.main', disabled: 'action.disabled' } as const;

const Line = ({ bar, today }: { bar: CalendarBar; today: number }) => {
  const translate = useTranslate();
  const { name, state, startDate, disabledDate } = bar.emergency;
  const dates = translate(`emergencies.calendar.${state}`, {
    start: formatDate(startDate),
    end: formatDate(disabledDate),
  });
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 2fr) minmax(0, 3fr)' },
        columnGap: 2,
        alignItems: 'center',
        fontSize: 13,
        paddingY: 0.25,
      }}
    >
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {name}{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {dates}
        </Box>
      </Box>
      {/* The text beside it says the same. */}
      <Box aria-hidden sx={{ position: 'relative', height: 12, bgcolor: 'action.hover', borderRadius: 0.5 }}>
        <Box
          sx={{
            position: 'absolute',
            insetBlock: 0,
            left: `${bar.from}%`,
            width: `${Math.max(bar.to - bar.from, 0.5)}%`,
            bgcolor: colors[state],
            borderRadius: 0.5,
          }}
        />
        <Box sx={{ position: 'absolute', insetBlock: -2, left: `${today}%`, width: 2, bgcolor: 'text.primary' }} />
      </Box>
    </Box>
  );
};
