import Link from '@mui/material/Link';
import { LinkBase } from 'react-admin';
import { numberText } from './dashboardModel.ts';
import { type GridFilters, gridAddress } from './grid/gridFilters.ts';
import { useMayOpenGrid } from './useDashboard.ts';

interface CountLinkProps {
  count: number;
  filters: GridFilters;
  /** Name of the count for screen readers. */
  name: string;
}

/** A number that links to the counted workflows; plain text for users who may not open them. */
export const CountLink = ({ count, filters, name }: CountLinkProps) => {
  const mayOpen = useMayOpenGrid();
  const text = numberText(count);
  if (!mayOpen) return text;
  return (
    <Link component={LinkBase} to={gridAddress(filters)} aria-label={`${name}: ${text}`} color="inherit">
      {text}
    </Link>
  );
};
