import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { useHits } from './useHits.ts';

interface CcdaSearchProps {
  words: string;
  onSearch: (words: string) => void;
  hits: ReturnType<typeof useHits>;
  /** What is counted is what was typed; until then there is no number to say. */
  isSearched: boolean;
}

/** Words in the document: how often they stand there, and from one place to the next (Enter and Shift+Enter). */
export const CcdaSearch = ({ words, onSearch, hits, isSearched }: CcdaSearchProps) => {
  const translate = useTranslate();
  const { count, isCut, at, next, previous } = hits;
  const told = () => {
    if (!isSearched) return '';
    if (count === 0) return translate('viewer.ccda.noHits');
    return translate('viewer.ccda.hits', { at: at + 1, count: isCut ? `${count}+` : count });
  };
  return (
    <Box component="search" sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 0.5 }}>
      <TextField
        label={translate('viewer.ccda.search')}
        value={words}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && words !== '') {
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
        {told()}
      </Typography>
    </Box>
  );
};
