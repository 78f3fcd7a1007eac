import { SearchInput, useTranslate } from 'react-admin';

interface ListSearchProps {
  label: string;
  /** Read by react-admin's FilterForm. */
  source: 'q';
  alwaysOn: true;
}

/** react-admin's SearchInput with a name for screen readers; the `/` key of a list finds it by its source. */
export const ListSearch = ({ label, source }: ListSearchProps) => {
  const name = useTranslate()(label);
  return (
    <SearchInput
      source={source}
      placeholder={name}
      // Back to the keys of the list.
      onKeyDown={({ key, target }) => key === 'Escape' && target instanceof HTMLElement && target.blur()}
      slotProps={{ htmlInput: { 'aria-label': name, maxLength: 200, autoComplete: 'off' } }}
      sx={{ minWidth: { sm: 220 }, width: { xs: '100%', sm: 'auto' } }}
    />
  );
};
