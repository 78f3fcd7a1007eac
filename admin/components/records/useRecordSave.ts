import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useNotify, useTranslate } from 'react-admin';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { fieldErrorsOf, serverWords } from '../serverError.ts';
import { useStillHere } from '../useStillHere.ts';
import { type RecordDesk, recordAddress, type StoredRecord } from './recordDesk.ts';
import { useSavedVersion } from './useSavedVersion.ts';

type FieldErrors = Record<string, string>;

/** Saves a record; only the server's yes leads away from the form. Answers the errors for the form, if any. */
export const useRecordSave = <Stored extends StoredRecord, Values extends object>(
  desk: RecordDesk<Stored, Values>,
  stored: Stored | undefined,
) => {
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const translate = useTranslate();
  const version = useSavedVersion<Stored, Values>(stored, {
    toForm: desk.toForm,
    reload: ({ id }) => desk.load(provider, id, { signal: new AbortController().signal }),
    ask: ({ name }, { conflicts }) => ({
      // By the name its page shows, whatever somebody else made of it.
      title: translate('records.conflict.title', { name: stored?.name ?? name }),
      text: translate(`records.conflict.${conflicts.length > 0 ? 'text' : 'textTaken'}`),
    }),
  });

  const failed = (error: unknown): FieldErrors => {
    const text = translate(`${desk.words}.saveFailed`);
    const details = serverWords(error).filter((words) => words !== text);
    notify([text, ...details].join(' '), { type: 'error' });
    return { ...fieldErrorsOf(error), 'root.serverError': details.join(' ') || text };
  };

  const save = async (values: Values): Promise<FieldErrors | undefined> => {
    try {
      const outcome = await version.save(values, (base) => desk.save(provider, values, base));
      if ('asked' in outcome) return { 'root.serverError': outcome.asked };
      notify(`${desk.words}.saved`, { type: 'success' });
      // Names of records stand in many lists and choices: whatever was asked before is asked again when it is next shown.
      void queries.invalidateQueries();
      if (isStillHere()) navigate(!stored && desk.opensWhenCreated ? recordAddress(desk, outcome.saved.id) : desk.path);
      return undefined;
    } catch (error) {
      return failed(error);
    }
  };

  return { save, conflict: version.conflict, closeConflict: version.closeConflict };
};
