import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { displayAddress } from '../../shared/rules/fax.ts';
import { Moment } from '../components/Moment.tsx';
import type { ColumnName } from './messageFilters.ts';
import { type MessageRow, statusOf, typeKey } from './messageRow.ts';
import { StatusChip } from '../components/StatusChip.tsx';

/** The page of a message; `query` keeps the list it was opened from. */
export const messageAddress = (id: number, query = '', tab = ''): string =>
  `/admin/messages/${id}${tab === '' ? '' : `/${tab}`}${query === '' ? '' : `?${query}`}`;

export const TypeWord = ({ type }: { type: number }) => {
  const translate = useTranslate();
  return <>{translate(typeKey(type))}</>;
};

/** A text that a narrow column cuts off; whole under the pointer. */
const Whole = ({ text }: { text: string }) => <span title={text}>{text}</span>;

/** What stands in the cells of the grid. */
export const messageCells: Record<ColumnName, (row: MessageRow, query: string) => ReactNode> = {
  MailMessageId: ({ id }, query) => (
    <Link component={LinkBase} to={messageAddress(id, query)} color="inherit">
      {id}
    </Link>
  ),
  Sender: ({ Sender }) => <Whole text={displayAddress(Sender)} />,
  MailTo: ({ MailTo }) => <Whole text={MailTo.split('; ').map(displayAddress).join('; ')} />,
  Origin: ({ Origin }) => Origin,
  Channel: ({ Channel }) => Channel,
  OrganizationName: ({ OrganizationName }) => <Whole text={OrganizationName} />,
  Status: (row) => <StatusChip status={statusOf(row)} />,
  Type: ({ Type }) => <TypeWord type={Type} />,
  CreatedDate: ({ CreatedDate }) => <Moment value={CreatedDate} />,
  SystemReceivedDate: ({ SystemReceivedDate }) => SystemReceivedDate && <Moment value={SystemReceivedDate} />,
};
