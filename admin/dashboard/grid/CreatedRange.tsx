import { useTranslate } from 'react-admin';
import { isCalendarDate } from '../../../shared/rules/dates.ts';
import { DateRangePicker } from '../../components/DateRangePicker.tsx';
import { momentText } from './gridWords.ts';
import type { WorkflowGrid } from './useWorkflowGrid.ts';

/** When the workflows were created. A link from a number or chart brings a span finer than days, which is shown as it is. */
export const CreatedRange = ({ grid }: { grid: WorkflowGrid }) => {
  const translate = useTranslate();
  const { from = '', to = '' } = grid.filters;
  const days = isCalendarDate(from) && isCalendarDate(to) ? { from, to } : null;
  const ends = { from: from && momentText(from), to: to && momentText(to) };
  const key = from === '' ? 'until' : to === '' ? 'since' : 'between';
  return (
    <DateRangePicker
      label="workflows.columns.createdTime"
      value={days}
      onChange={(range) => grid.setFilters({ from: range?.from ?? '', to: range?.to ?? '' })}
      shown={!days && (from || to) ? translate(`workflows.range.${key}`, ends) : undefined}
    />
  );
};
