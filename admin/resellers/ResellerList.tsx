import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { ResellerItem } from '../../shared/contract/resellers.ts';
import { RecordList } from '../components/records/RecordList.tsx';
import { pageQuery } from '../components/records/pageQuery.ts';
import { usePageAddress } from '../components/usePageAddress.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { ColorSwatch } from './ResellerColorField.tsx';
import { colorName, resellerDesk, typeWords } from './resellerModel.ts';

export const ResellerList = () => {
  const translate = useTranslate();
  const answer = useAnswer('resellers', 'list', { query: pageQuery(usePageAddress()) }, { keepPrevious: true });
  return (
    <RecordList<ResellerItem>
      desk={resellerDesk}
      answer={answer}
      columns={[
        { name: 'type', label: 'resellers.fields.type', render: ({ type }) => translate(typeWords(type)) },
        { name: 'urlCode', label: 'resellers.fields.urlCode', render: ({ urlCode }) => urlCode },
        {
          name: 'color',
          label: 'resellers.fields.color',
          render: ({ color }) => (
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
              <ColorSwatch color={color} />
              {colorName(color)}
            </Box>
          ),
        },
      ]}
    />
  );
};
