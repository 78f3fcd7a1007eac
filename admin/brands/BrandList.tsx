import Box from '@mui/material/Box';
import type { BrandItem } from '../../shared/contract/brands.ts';
import { RecordList } from '../components/records/RecordList.tsx';
import { pageQuery } from '../components/records/pageQuery.ts';
import { usePageAddress } from '../components/usePageAddress.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { brandDesk } from './brandModel.ts';

export const BrandList = () => {
  const answer = useAnswer('brands', 'list', { query: pageQuery(usePageAddress()) }, { keepPrevious: true });
  return (
    <RecordList<BrandItem>
      desk={brandDesk}
      answer={answer}
      columns={[
        { name: 'appUrl', label: 'brands.fields.appUrl', render: ({ appUrl }) => appUrl },
        { name: 'supportEmail', label: 'brands.fields.supportEmail', render: ({ supportEmail }) => supportEmail },
        {
          name: 'primaryColor',
          label: 'brands.fields.primaryColor',
          render: (row) => <ColorSample color={row.primaryColor} />,
        },
        {
          name: 'connectionName',
          label: 'brands.fields.identityProvider.connectionName',
          render: ({ identityProvider }) => identityProvider.connectionName ?? '–',
        },
      ]}
    />
  );
};

const ColorSample = ({ color }: { color: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
    <Box
      component="span"
      aria-hidden
      sx={{ width: 14, height: 14, borderRadius: 0.5, border: 1, borderColor: 'divider', bgcolor: color }}
    />
    {color}
  </Box>
);
