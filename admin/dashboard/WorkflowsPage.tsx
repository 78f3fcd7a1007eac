import { LinkBase, useTranslate } from 'react-admin';
import Button from '@mui/material/Button';
import { dashboardPath } from './dashboardModel.ts';
import { Workflows } from './grid/Workflows.tsx';

/** The workflow grid (spec 1 section 2). */
export const WorkflowsPage = () => {
  const translate = useTranslate();
  const title = translate('workflows.title');
  return (
    <Workflows
      title={title}
      label={title}
      titleActions={
        <Button component={LinkBase} to={dashboardPath}>
          {translate('workflows.dashboard')}
        </Button>
      }
    />
  );
};
