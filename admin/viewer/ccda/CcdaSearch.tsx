import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { useHits } from './useHits.ts';

interface CcdaSearchProps {
  text: string;
  onSearch: (text: string) => void;
  hits: ReturnType<typeof useHits>;
  /** The hits are those of the current text; false while the user types. */
  isSearched: boolean;
}

/** Searches the document: number of hits, next and previous hit (Enter and Shift+Enter). */
export const CcdaSearch = ({ text, onSearch, hits, isSearched }: CcdaSearchProps) => {
  const translate = useTranslate();
  const { count, isCut, at, next, previous } = hits;
  const hitCount = () => {
    if (!isSearched) return '';
    if (count === 0) return translate('viewer.ccda.noHits');
    return translate('viewer.ccda.hits', { at: at + 1, count: isCut ? `${count}+` : count });
  };
  return (
    <Box component="search" sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 0.5 }}>
      <TextField
        label={translate('viewer.ccda.search')}
        value={text}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            onSearch('');
          }
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (event.shiftKey) previous();
          else next();
        }}
        sx={{ width: 220 }}
      />
      <IconButton size="small" aria-label={translate('viewer.ccda.previous')} disabled={count === 0} onClick={previous}>
        <ArrowUpward fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={translate('viewer.ccda.next')} disabled={count === 0} onClick={next}>
        <ArrowDownward fontSize="small" />
      </IconButton>
      <Typography component="output" color="textSecondary">
        {hitCount()}
      </Typography>
    </Box>
  );
};
