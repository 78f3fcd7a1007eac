import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { WorkflowRow } from '../../../shared/contract/exchangeSchemas.ts';
import { Duration } from '../../components/Duration.tsx';
import { Moment } from '../../components/Moment.tsx';
import type { FilterName } from './gridFilters.ts';
import { typeKey } from './gridWords.ts';
import type { SortField } from './useGridAddress.ts';
import { StatusChip } from '../../components/StatusChip.tsx';

type Translate = (key: string) => string;

export interface WorkflowColumn {
  readonly name: string;
  readonly sort?: SortField;
  readonly filter?: { readonly name: FilterName; readonly kind: 'text' | 'date' | 'select' };
  readonly numeric?: boolean;
  readonly cell: (row: WorkflowRow, translate: Translate) => ReactNode;
  /** The cell of an exported list. */
  readonly text: (row: WorkflowRow, translate: Translate) => string;
}

export const failureText = ({ failedStep, errorCode }: WorkflowRow): string =>
  [failedStep, errorCode].filter(Boolean).join(': ');

/** The state, and for what failed the step and why. */
const StatusCell = ({ row }: { row: WorkflowRow }) => (
  <>
    <StatusChip status={row.status} />
    {row.failedStep && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{failureText(row)}</Box>}
  </>
);

/** Columns of the grid, in the words of the messages (spec 1 section 3: id, type, status, channel, createdTime, hispMessageId). */
export const workflowColumns: readonly WorkflowColumn[] = [
  {
    name: 'createdTime',
    sort: 'createdTime',
    filter: { name: 'from', kind: 'date' },
    cell: ({ createdTime }) => <Moment value={createdTime} />,
    text: ({ createdTime }) => createdTime,
  },
  {
    name: 'type',
    sort: 'type',
    filter: { name: 'type', kind: 'select' },
    cell: ({ type }, translate) => translate(typeKey(type)),
    text: ({ type }) => type,
  },
  {
    name: 'status',
    sort: 'status',
    filter: { name: 'status', kind: 'select' },
    cell: (row) => <StatusCell row={row} />,
    text: ({ status }) => status,
  },
  {
    name: 'channel',
    sort: 'channel',
    filter: { name: 'channel', kind: 'select' },
    cell: ({ channel }) => channel,
    text: ({ channel }) => channel,
  },
  {
    name: 'direction',
    filter: { name: 'direction', kind: 'select' },
    cell: ({ direction }) => direction,
    text: ({ direction }) => direction,
  },
  {
    name: 'mailMessageId',
    filter: { name: 'number', kind: 'text' },
    numeric: true,
    cell: ({ mailMessage }) => mailMessage.mailMessageId,
    text: ({ mailMessage }) => String(mailMessage.mailMessageId),
  },
  {
    name: 'hispMessageId',
    sort: 'hispMessageId',
    filter: { name: 'message', kind: 'text' },
    cell: ({ hispMessageId }) => <span title={hispMessageId}>{hispMessageId}</span>,
    text: ({ hispMessageId }) => hispMessageId,
  },
  {
    name: 'organizationName',
    sort: 'organizationName',
    filter: { name: 'organization', kind: 'text' },
    cell: ({ organizationName }) => <span title={organizationName}>{organizationName}</span>,
    text: ({ organizationName }) => organizationName,
  },
  {
    name: 'duration',
    sort: 'duration',
    numeric: true,
    cell: ({ duration }) => <Duration ms={duration} />,
    text: ({ duration }) => (duration === null ? '' : String(Math.round(duration))),
  },
];
