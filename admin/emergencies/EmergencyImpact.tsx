import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { EmergencyImpact as Impact } from '../../shared/contract/emergencies.ts';
import { QueryState } from '../components/QueryState.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** Organizations shown by name. */
const shown = 10;

/** Who an emergency is about, before it is enabled or disabled: organizations of the platform and their users. */
export const EmergencyImpact = ({ id }: { id: string }) => {
  const provider = useAppDataProvider();
  const query = useQuery({
    queryKey: ['emergencyimpact', id],
    queryFn: ({ signal }) => provider.emergencies.impact({ params: { id } }, { signal }),
    gcTime: 0,
  });
  return (
    <QueryState query={query} failed="emergencies.impact.failed">
      {(impact) => <ImpactText impact={impact} />}
    </QueryState>
  );
};

const ImpactText = ({ impact }: { impact: Impact }) => {
  const translate = useTranslate();
  const text = (name: string, count: number) => translate(`emergencies.impact.${name}`, { smart_count: count });
  const { organizationCount, userCount } = impact;
  if (organizationCount === 0) return <Typography>{translate('emergencies.impact.none')}</Typography>;
  const affected = impact.organizations.filter((one) => one.organizationCount > 0);
  return (
    <Box component="section" aria-label={translate('emergencies.impact.title')}>
      <Typography sx={{ fontWeight: 600 }}>
        {translate('emergencies.impact.title')}: {text('organizations', organizationCount)}, {text('users', userCount)}
      </Typography>
      <Box component="ul" sx={{ margin: 0, paddingLeft: 3, overflowWrap: 'anywhere' }}>
        {affected.slice(0, shown).map(({ oid, name, userCount: users }) => (
          <li key={oid}>
            {name}: {text('users', users)}
          </li>
        ))}
        {affected.length > shown && <li>{text('more', affected.length - shown)}</li>}
      </Box>
    </Box>
  );
};
