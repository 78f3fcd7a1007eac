import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { DirectoryEntry } from '../../../shared/contract/carequality.ts';
import { Fact, Facts } from '../../components/Fact.tsx';
import { Moment } from '../../components/Moment.tsx';
import { useEntryText } from './useEntryText.ts';

interface EntryFactsProps {
  entry: DirectoryEntry | undefined;
  purposes: readonly string[];
}

/** What of an entry can only be read: its purposes of use, whether it is a parent, and what the directory last said. */
export const EntryFacts = ({ entry, purposes }: EntryFactsProps) => {
  const translate = useTranslate();
  const { fieldName, valueText } = useEntryText();
  const drifted = entry?.driftedFields.map(fieldName).join(', ');
  return (
    <>
      <Facts>
        <Fact label={fieldName('purposeOfUseCodes')}>{valueText('purposeOfUseCodes', purposes)}</Fact>
        {entry?.importedAt && (
          <Fact label={translate('carequality.entries.importedAt')}>
            <Moment value={entry.importedAt} />
            {drifted && <div>{translate('carequality.entries.drifted', { fields: drifted })}</div>}
          </Fact>
        )}
        {entry?.isParent && <Fact label={fieldName('isParent')}>{translate('carequality.entries.isParent')}</Fact>}
      </Facts>
      <Typography variant="body2" color="textSecondary">
        {translate('carequality.entries.purposesHint')}
      </Typography>
    </>
  );
};
