import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, TextInput, useTranslate } from 'react-admin';
import type { ReservedWord } from '../../shared/contract/reservedwords.ts';
import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { reservedWordMax, reservedWordProblem } from '../../shared/rules/reservedWord.ts';
import { normaliseSubdomain } from '../../shared/rules/subdomain.ts';
import { FormSection } from '../components/FormSection.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { notBlank, RecordForm, SwitchInput, textAt, useInputText } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

interface WordFormValues {
  readonly name: FieldText;
  readonly profanity: boolean;
}

const wordModel: RecordModel<ReservedWord, WordFormValues> = {
  empty: { name: '', profanity: false },
  toForm: ({ name, profanity }) => ({ name, profanity }),
  toBody: ({ name, profanity }) => ({ name: normaliseSubdomain(textOf(name)), profanity }),
};

export const ReservedWordEdit = () => <RecordEdit<ReservedWord> render={(record) => <WordForm stored={record} />} />;

export const ReservedWordCreate = () => (
  <RecordCreate>
    <WordForm />
  </RecordCreate>
);

/** A word that no subdomain can have would reserve nothing. */
const subdomainForm = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && reservedWordProblem(value) !== null
    ? 'reservedwords.form'
    : undefined;

const WordForm = ({ stored }: { stored?: ReservedWord }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const checkName = async (values: WordFormValues) => {
    const query = { name: textOf(values.name), ...(stored && { id: stored.id }) };
    const exists = await provider.reservedwords.exists({ query });
    return exists ? { name: translate('reservedwords.taken', { name: query.name }) } : undefined;
  };
  return (
    <RecordForm model={wordModel} {...(stored && { stored })} check={checkName}>
      <FormSection title="reservedwords.section">
        <TextInput {...textAt('name', reservedWordMax, notBlank, subdomainForm)} />
        <SwitchInput source="profanity" on="reservedwords.hints.profanity" off="reservedwords.hints.notProfanity" />
        <Blocked />
      </FormSection>
    </RecordForm>
  );
};

const listed = 5;

/** Organizations whose subdomains the typed word is or looks like. They keep them, but could not take them again. */
const Blocked = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const name = useDebouncedValue(useInputText('name'), searchDebounceMs);
  const query = useQuery({
    queryKey: ['reservedwords', 'clashes', name],
    queryFn: ({ signal }) => provider.reservedwords.clashes({ query: { name, pageSize: listed } }, { signal }),
    enabled: name !== '' && reservedWordProblem(name) === null,
  });
  if (name === '' || reservedWordProblem(name) !== null) return null;
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <QueryState query={query} failed="reservedwords.clashes.failed" rows={1}>
        {({ items, totalCount }) => (
          <Alert severity={totalCount === 0 ? 'info' : 'warning'} sx={{ overflowWrap: 'anywhere' }}>
            {totalCount === 0
              ? translate('reservedwords.clashes.blocksNone')
              : translate('reservedwords.clashes.count', { smart_count: totalCount })}
            {items.length > 0 && (
              <ul style={{ margin: 0, paddingInlineStart: 20 }}>
                {items.map(({ id, organizationId, organizationName, subdomain }) => (
                  <li key={id}>
                    <Link component={LinkBase} to={`/admin/organizations/${organizationId}`}>
                      {organizationName}
                    </Link>{' '}
                    ({subdomain})
                  </li>
                ))}
                {totalCount > listed && (
                  <li>{translate('reservedwords.clashes.more', { smart_count: totalCount - listed })}</li>
                )}
              </ul>
            )}
          </Alert>
        )}
      </QueryState>
    </Box>
  );
};
