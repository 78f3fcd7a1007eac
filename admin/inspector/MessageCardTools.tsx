import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { FilterSelect } from '../components/FilterSelect.tsx';
import { SelectBox } from '../components/SelectBox.tsx';
import { HeadingFilter } from './HeadingFilter.tsx';
import { isColumn } from './messageFilters.ts';
import type { MessageRowsProps } from './MessageTable.tsx';

/** What the headings of the table offer, above the cards: the choice of the page, filters and order. */
export const MessageCardTools = ({ columns, address, selection }: MessageRowsProps) => {
  const translate = useTranslate();
  const field = (name: string) => translate(`inspector.fields.${name}`);
  // A link may sort by a column that is not shown.
  const sortable = columns.some(({ name }) => name === address.sort) ? columns : [...columns, { name: address.sort }];
  const turned = translate(address.descending ? 'components.filter.ascending' : 'components.filter.descending');
  const Arrow = address.descending ? ArrowDownward : ArrowUpward;
  return (
    <Box sx={{ padding: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        <SelectBox
          label={translate('inspector.selectPage')}
          checked={selection.page === 'all'}
          mixed={selection.page === 'some'}
          onChange={selection.togglePage}
        />
        {columns.map(({ name }) => (
          <Box key={name} component="span" sx={{ display: 'inline-flex', alignItems: 'center', fontSize: 12 }}>
            {field(name)}
            <HeadingFilter name={name} address={address} />
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, paddingTop: 1 }}>
        <FilterSelect
          label={translate('inspector.sortBy')}
          value={address.sort}
          options={sortable.map(({ name }) => ({ id: name, name: field(name) }))}
          onChange={(name) => isColumn(name) && address.setSort(name, address.descending)}
        />
        <IconButton
          size="small"
          title={turned}
          aria-label={turned}
          onClick={() => address.setSort(address.sort, !address.descending)}
        >
          <Arrow fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  );
};
