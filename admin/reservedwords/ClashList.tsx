import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { DataTable, LinkBase, useTranslate } from 'react-admin';
import type { ReservedWordClash } from '../../shared/contract/reservedwords.ts';
import { ListPage } from '../components/ListPage.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { ProfanityChip, wordPath } from './reservedWordParts.tsx';

const command: typeof listCommand = (list) =>
  listCommand(list).replace('reserved-words list', 'reserved-words clashes');
const listCommand = catalogCommand('reserved-words');

/** Organizations whose subdomains are reserved words or look like one (design: clash report). */
export const ClashList = () => {
  const translate = useTranslate();
  const ruleOf = ({ rule }: ReservedWordClash) => translate(`reservedwords.rules.${rule}`);
  const columns = [
    { source: 'word' },
    { source: 'subdomain' },
    { source: 'rule', text: ruleOf },
    { source: 'organizationName' },
    { source: 'orgId' },
    {
      source: 'profanity',
      text: ({ profanity }: ReservedWordClash) => translate(`records.${profanity ? 'yes' : 'no'}`),
    },
  ];
  return (
    <ListPage
      resource="reservedwordclashes"
      title={translate('reservedwords.clashes.title')}
      titleActions={
        <Button component={LinkBase} to="/admin/reservedwords">
          {translate('records.back')}
        </Button>
      }
      intro={
        <Typography color="textSecondary" gutterBottom>
          {translate('reservedwords.clashes.intro')}
        </Typography>
      }
      actions={<ListToolbar columns={columns} command={command} />}
      sort={{ field: 'word', order: 'ASC' }}
    >
      <ListTable
        emptyText="reservedwords.clashes.none"
        rowClick={false}
        aria-label={translate('reservedwords.clashes.title')}
      >
        <DataTable.Col<ReservedWordClash>
          source="word"
          render={({ word, wordId }) => (
            <Link component={LinkBase} to={wordPath(wordId ?? '')}>
              {word}
            </Link>
          )}
        />
        <DataTable.Col source="subdomain" disableSort />
        <DataTable.Col<ReservedWordClash> source="rule" disableSort render={ruleOf} />
        <DataTable.Col<ReservedWordClash>
          source="organizationName"
          disableSort
          render={({ organizationId, organizationName }) => (
            <Link component={LinkBase} to={`/admin/organizations/${organizationId}`}>
              {organizationName}
            </Link>
          )}
        />
        <DataTable.NumberCol source="orgId" disableSort options={{ useGrouping: false }} />
        <DataTable.Col<ReservedWordClash> source="profanity" disableSort render={ProfanityChip} />
      </ListTable>
    </ListPage>
  );
};
