import Paper from '@mui/material/Paper';
import Box from '@mui/material/Box';
import { Form, useLocation, useTranslate } from 'react-admin';
import { type ReactNode, useCallback, useId } from 'react';
import { FormErrorSummary } from '../FormErrorSummary.tsx';
import { nestedProblems, valueAt } from '../fieldPaths.ts';
import { FormRulesContext, useFormRules } from '../formRules.ts';
import { RecordConflictDialog } from './RecordConflictDialog.tsx';
import { RecordFormActions } from './RecordFormActions.tsx';
import { type RecordDesk, recordAddress, type StoredRecord } from './recordDesk.ts';
import { useFieldWords } from './useFieldWords.ts';
import { useRecordSave } from './useRecordSave.ts';

interface RecordFormProps<Stored extends StoredRecord, Values extends object> {
  desk: RecordDesk<Stored, Values>;
  stored: Stored | undefined;
  children: ReactNode;
}

/** The form of one record: checked by its rules, saved with its version, guarded against losing what was typed. */
export const RecordForm = <Stored extends StoredRecord, Values extends object>(
  props: RecordFormProps<Stored, Values>,
) => {
  const { desk, stored, children } = props;
  const translate = useTranslate();
  const formId = useId();
  const { pathname } = useLocation();
  const { save, conflict, closeConflict } = useRecordSave(desk, stored);
  const words = useFieldWords(desk);
  const rules = useFormRules();
  const validate = useCallback(
    (values: object) => {
      const problems = Object.entries(desk.problems(values as Values));
      return nestedProblems({
        ...rules.problems((source) => valueAt(values, source)),
        ...Object.fromEntries(problems.map(([field, text]) => [field, translate(text, { _: text })])),
      });
    },
    [desk, rules, translate],
  );
  return (
    <FormRulesContext value={rules}>
      <Form
        id={formId}
        defaultValues={stored ? desk.toForm(stored) : desk.empty}
        validate={validate}
        onSubmit={(values: object) => save(values as Values)}
        mode="onTouched"
        noValidate
        disableInvalidFormNotification
        warnWhenUnsavedChanges
        {...(stored && { formRootPathname: recordAddress(desk, stored.id) })}
      >
        <FormErrorSummary
          labelOf={(field) => `${desk.words}.fields.${field}`}
          addressOf={() => pathname}
          invalidText="records.save.incomplete"
        />
        <Paper variant="outlined">
          <Box sx={{ padding: 2 }}>{children}</Box>
          <RecordFormActions path={desk.path} />
        </Paper>
        {conflict && <RecordConflictDialog words={words} conflict={conflict} formId={formId} onClose={closeConflict} />}
      </Form>
    </FormRulesContext>
  );
};
