import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { QueryState } from '../components/QueryState.tsx';
import { SafeHtml } from '../components/SafeHtml.tsx';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/**
 * The agreement of the own organization, without a sign-in that which a new organization accepts, on a page of its own to read and to print
 * (spec 2 section 2, routes).
 */
export const TermsPage = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { profile } = useApp();
  const [search] = useSearchParams();
  const title = translate('onboarding.license.title');
  const text = useQuery({
    queryKey: ['onboarding', 'terms', profile?.organizationId],
    queryFn: async () => {
      if (!profile) return (await provider.registration.offer({})).terms?.html ?? '';
      const { brandName = '' } = (await provider.eulas.active({})) ?? {};
      return provider.eulas.activeView({ query: { brandName } });
    },
    retry: false,
  });
  const isPrinted = search.get('print') === 'true' && text.data !== undefined;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (!isPrinted) return undefined;
    // After the text, whose sanitiser is loaded first, has been drawn.
    const timer = setTimeout(() => window.print(), 500);
    return () => clearTimeout(timer);
  }, [isPrinted]);
  return (
    <Box component="main" sx={{ maxWidth: 800, margin: 'auto', padding: 3 }}>
      <Typography variant="h5" component="h1" gutterBottom>
        {title}
      </Typography>
      <QueryState query={text} failed="onboarding.license.notLoaded">
        {(html) => <SafeHtml html={html} />}
      </QueryState>
    </Box>
  );
};
