import { LinkBase, useTranslate } from 'react-admin';
import Button from '@mui/material/Button';
import { defaultGridPageSize, gridPageSizes } from '../../shared/rules/paging.ts';
import { PageHeader } from '../components/PageHeader.tsx';
import { ListKeys } from '../components/ListKeys.tsx';
import { dashboardPath } from './dashboardModel.ts';
import { Workflows } from './grid/Workflows.tsx';

/** The workflow grid (spec 1 section 2). */
export const WorkflowsPage = () => {
  const translate = useTranslate();
  const title = translate('workflows.title');
  return (
    <ListKeys selects>
      <PageHeader
        title={title}
        actions={
          <Button component={LinkBase} to={dashboardPath}>
            {translate('workflows.dashboard')}
          </Button>
        }
      />
      <Workflows label={title} sizes={gridPageSizes} usualSize={defaultGridPageSize} />
    </ListKeys>
  );
};
