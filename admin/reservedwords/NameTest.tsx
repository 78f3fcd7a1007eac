import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import WarningAmber from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useTranslate } from 'react-admin';
import { useId, useState } from 'react';
import type { ReservedWordCheck } from '../../shared/contract/reservedwords.ts';
import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { lookAlikeText } from '../../shared/rules/reservedWord.ts';
import { subdomainProblem } from '../../shared/rules/subdomain.ts';
import { QueryState } from '../components/QueryState.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { wordPath } from './reservedWordParts.tsx';

interface Tested {
  readonly check: ReservedWordCheck;
  readonly isTaken: boolean;
}

/** Whether a typed name could be the subdomain of a new organization, and the rule that decides (design: "test a name"). */
export const NameTest = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const titleId = useId();
  const [text, setText] = useState('');
  const name = useDebouncedValue(text.trim(), searchDebounceMs);
  const query = useQuery({
    queryKey: ['reservedwords', 'check', name],
    queryFn: async ({ signal }): Promise<Tested> => {
      const [check, isTaken] = await Promise.all([
        provider.reservedwords.check({ query: { name } }, { signal }),
        provider.organizations.subdomainExists({ query: { subdomain: name } }, { signal }),
      ]);
      return { check, isTaken };
    },
    enabled: name !== '',
    retry: false,
  });
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} sx={{ padding: 2, marginBottom: 2 }}>
      <Typography id={titleId} variant="subtitle1" component="h2" sx={{ fontWeight: 600, marginBottom: 1 }}>
        {translate('reservedwords.test.title')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, alignItems: 'center' }}>
        <TextField
          label={translate('reservedwords.test.name')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off', spellCheck: false } }}
          sx={{ minWidth: { sm: 280 }, width: { xs: '100%', sm: 'auto' } }}
        />
        <Box aria-live="polite" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {name !== '' && (
            <QueryState query={query} failed="reservedwords.test.failed" rows={1}>
              {(tested) => <Result {...tested} />}
            </QueryState>
          )}
        </Box>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ marginTop: 1 }}>
        {translate('reservedwords.test.rule', { characters: lookAlikeText })}
      </Typography>
    </Paper>
  );
};

/** The first rule that refuses the name. */
const Result = ({ check: { name, word, rule }, isTaken }: Tested) => {
  const translate = useTranslate();
  if (word && rule) {
    return (
      <>
        <StateChip icon={ErrorOutline} severity="bad" label="reservedwords.test.reserved" />{' '}
        {translate(`reservedwords.test.rules.${rule}`, { name })}{' '}
        <Link component={LinkBase} to={wordPath(word.id)}>
          {word.name}
        </Link>
        {word.profanity && ` (${translate('reservedwords.profanity.true')})`}
      </>
    );
  }
  const [key, icon, severity] =
    subdomainProblem(name) !== null
      ? (['malformed', WarningAmber, 'warning'] as const)
      : isTaken
        ? (['taken', WarningAmber, 'warning'] as const)
        : (['free', CheckCircle, 'good'] as const);
  return (
    <>
      <StateChip icon={icon} severity={severity} label={`reservedwords.test.states.${key}`} />{' '}
      {translate(`reservedwords.test.texts.${key}`, { name })}
    </>
  );
};
