import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { FindProvider } from '../components/directory/FindProvider.tsx';
import { listNames } from '../components/directory/useDirectorySearch.ts';
import { PageHeader } from '../components/PageHeader.tsx';

/** Find Provider as a page. Its address has the tab, and never what is searched for, which may name a person. */
export const DirectoryPage = () => {
  const translate = useTranslate();
  const [parameters, setParameters] = useSearchParams();
  const tab = listNames.find((name) => name === parameters.get('tab')) ?? 'providers';
  return (
    <>
      <PageHeader title={translate('directory.title')} />
      <Typography color="textSecondary" gutterBottom>
        {translate('directory.intro')}
      </Typography>
      <Paper variant="outlined" sx={{ maxWidth: 700, padding: 2, display: 'flex', flexDirection: 'column', gap: 2 }}>
        <FindProvider
          tab={tab}
          onTabChange={(name) => setParameters(name === 'providers' ? {} : { tab: name }, { replace: true })}
        />
      </Paper>
    </>
  );
};
