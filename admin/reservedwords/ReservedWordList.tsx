import Rule from '@mui/icons-material/Rule';
import Button from '@mui/material/Button';
import { DataTable, LinkBase, SelectInput, useTranslate } from 'react-admin';
import type { ReservedWord } from '../../shared/contract/reservedwords.ts';
import { CatalogList, nameColumn } from '../components/CatalogList.tsx';
import { NoMatch } from '../components/EmptyState.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { NameTest } from './NameTest.tsx';
import { clashesPath, ProfanityChip } from './reservedWordParts.tsx';

const filters = [
  <SelectInput
    margin="none"
    key="profanity"
    source="profanity"
    alwaysOn
    label="reservedwords.fields.profanity"
    emptyText="reservedwords.all"
    helperText={false}
    choices={['true', 'false'].map((id) => ({ id, name: `reservedwords.profanity.${id}` }))}
  />,
];

const command = catalogCommand('reserved-words', ({ profanity }) => {
  if (profanity === 'true') return ['--profanity'];
  return profanity === 'false' ? ['--without-profanity'] : [];
});

/** Words that no subdomain may be or look like, with a test of any name. */
export const ReservedWordList = () => {
  const translate = useTranslate();
  const columns = [
    { source: 'name' },
    {
      source: 'profanity',
      text: ({ profanity }: ReservedWord) => translate(`records.${profanity ? 'yes' : 'no'}`),
    },
  ];
  return (
    <CatalogList
      columns={columns}
      filters={filters}
      noMatch={<NoMatch text="reservedwords.noMatch" />}
      command={command}
      importResource="reserved-words"
      actions={
        <Button component={LinkBase} to={clashesPath} startIcon={<Rule />}>
          {translate('reservedwords.clashes.open')}
        </Button>
      }
      intro={<NameTest />}
    >
      {nameColumn()}
      <DataTable.Col<ReservedWord> source="profanity" disableSort render={ProfanityChip} />
    </CatalogList>
  );
};
