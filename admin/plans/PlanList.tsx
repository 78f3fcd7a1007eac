import { useTranslate } from 'react-admin';
import type { PlanItem } from '../../shared/contract/plans.ts';
import { unlimitedUsers } from '../../shared/rules/plan.ts';
import { RecordList } from '../components/records/RecordList.tsx';
import { pageQuery } from '../components/records/pageQuery.ts';
import { usePageAddress } from '../components/usePageAddress.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { planDesk } from './planModel.ts';

const users = new Intl.NumberFormat('en-US');

export const PlanList = () => {
  const translate = useTranslate();
  const answer = useAnswer('plans', 'list', { query: pageQuery(usePageAddress()) }, { keepPrevious: true });
  return (
    <RecordList<PlanItem>
      desk={planDesk}
      answer={answer}
      columns={[
        { name: 'tierCode', label: 'plans.fields.tierCode', render: ({ tierCode }) => tierCode },
        {
          name: 'allowedUsers',
          label: 'plans.fields.allowedUsers',
          align: 'right',
          render: ({ allowedUsers }) =>
            allowedUsers === unlimitedUsers ? translate('plans.unlimited') : users.format(allowedUsers),
        },
      ]}
    />
  );
};
