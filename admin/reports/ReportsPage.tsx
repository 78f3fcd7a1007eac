import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { PageHeader } from '../components/PageHeader.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { useTasks } from '../tasks/TaskTray.tsx';

const reports = ['organizations', 'directAddresses', 'contactsUsage', 'users'] as const;

const ReportCard = ({ report }: { report: (typeof reports)[number] }) => {
  const translate = useTranslate();
  const dataProvider = useAppDataProvider();
  const running = useTasks().some((task) => task.title === `tasks.report.${report}` && task.state === 'running');
  const name = translate(`reports.names.${report}`);
  const text = running ? 'running' : 'download';
  return (
    <Paper component="li" variant="outlined" sx={{ padding: 2, display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Typography variant="h6" component="h2">
        {name}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ flexGrow: 1 }}>
        {translate(`reports.about.${report}`)}
      </Typography>
      <Box>
        <Button
          variant="outlined"
          startIcon={<Download />}
          disabled={running}
          aria-label={translate(`reports.${text}Named`, { name })}
          onClick={() => void dataProvider.exportReport(report)}
        >
          {translate(`reports.${text}`)}
        </Button>
      </Box>
    </Paper>
  );
};

/** The four CSV downloads of spec 1 section 7; their progress is in the task tray, on this and every other page. */
export const ReportsPage = () => {
  const translate = useTranslate();
  return (
    <>
      <PageHeader title={translate('reports.title')} />
      <Typography color="textSecondary" gutterBottom>
        {translate('reports.intro')}
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          padding: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
        }}
      >
        {reports.map((report) => (
          <ReportCard key={report} report={report} />
        ))}
      </Box>
    </>
  );
};
