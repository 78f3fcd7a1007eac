import Link from '@mui/material/Link';
import { LinkBase } from 'react-admin';
import { numberText } from './dashboardModel.ts';
import { type GridFilters, gridAddress } from './grid/gridFilters.ts';
import { useMayOpenGrid } from './useDashboard.ts';

interface CountLinkProps {
  count: number;
  filters: GridFilters;
  /** What is counted, for those who hear the link without what stands around it. */
  name: string;
}

/** A number that leads to the workflows it counts; plain text for those who may not open them. */
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
