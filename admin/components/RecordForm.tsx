import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useQueryClient } from '@tanstack/react-query';
import {
  Form,
  SaveButton,
  useCreatePath,
  useDataProvider,
  useLocation,
  useNavigate,
  useNotify,
  useResourceContext,
  useSaveContext,
  useTranslate,
} from 'react-admin';
import { type ReactNode, useId, useState } from 'react';
import { FormErrorSummary } from './FormErrorSummary.tsx';
import { InputsValidateContext } from './formRules.ts';
import type { RecordModel, StoredRecord } from './recordModel.ts';
import { RecordConflictDialog } from './records/RecordConflictDialog.tsx';
import { useFieldWords } from './records/useFieldWords.ts';
import { useSavedVersion } from './records/useSavedVersion.ts';
import { fieldErrorsOf, serverWords } from './serverError.ts';
import { fieldId } from './useFormField.ts';
import { useStillHere } from './useStillHere.ts';

/** Source and DOM id of an input: the links of the error summary lead to the id. */
export const inputAt = (source: string) => ({ source, id: fieldId(source) });

interface RecordFormProps<Stored extends StoredRecord, Values extends object> {
  model: RecordModel<Stored, Values>;
  /** The record of an Edit; a Create has none. */
  stored?: Stored;
  /** A new record is opened rather than its list. */
  opensWhenCreated?: boolean;
  children: ReactNode;
}

/**
 * The form of an Edit or Create: error summary with links, field errors of the server, version conflicts field by field, a guard of
 * unsaved changes. The record is read once, so a refetch never overwrites what is typed.
 */
export const RecordForm = <Stored extends StoredRecord, Values extends object>(
  props: RecordFormProps<Stored, Values>,
) => {
  const { model, opensWhenCreated = false, children } = props;
  const [stored] = useState(props.stored);
  const translate = useTranslate();
  const formId = useId();
  const { pathname } = useLocation();
  const resource = useResourceContext() ?? '';
  const createPath = useCreatePath();
  const provider = useDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const isMounted = useStillHere();
  const { save: send } = useSaveContext();
  const words = useFieldWords({ words: resource, ...(model.textFor && { wordsFor: model.textFor }) });
  const version = useSavedVersion<Stored, Values>(stored, {
    toForm: model.toForm,
    reload: async ({ id }) => (await provider.getOne<Stored>(resource, { id })).data,
    ask: ({ name }, { conflicts }) => ({
      title: translate('records.conflict.title', { name: stored?.name ?? name }),
      text: translate(`records.conflict.${conflicts.length > 0 ? 'text' : 'textTaken'}`),
    }),
  });
  const listPath = createPath({ resource, type: 'list' });

  /** react-admin's save reports by callbacks, the conflict dialog takes a promise. */
  const sendBody = async (values: Values, base: Stored | undefined): Promise<Stored> => {
    const body = await model.toBody(values, base);
    return new Promise<Stored>((resolve, reject) => {
      void send?.(base ? { ...body, version: base.version } : body, {
        onSuccess: (saved: unknown) => resolve(saved as Stored),
        onError: (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
      });
    });
  };

  const save = async (values: object): Promise<Record<string, string> | undefined> => {
    try {
      const outcome = await version.save(values as Values, (base) => sendBody(values as Values, base));
      if ('asked' in outcome) return { 'root.serverError': outcome.asked };
      notify(`${resource}.saved`, { type: 'success' });
      // Names of records appear in many lists and choices: every query is sent again when it is next used.
      void queries.invalidateQueries();
      if (isMounted())
        navigate(!stored && opensWhenCreated ? createPath({ resource, type: 'edit', id: outcome.saved.id }) : listPath);
      return undefined;
    } catch (error) {
      const text = translate(`${resource}.saveFailed`);
      const details = serverWords(error).filter((detail) => detail !== text);
      notify([text, ...details].join(' '), { type: 'error' });
      return { ...fieldErrorsOf(error), 'root.serverError': details.join(' ') || text };
    }
  };

  return (
    <Form
      id={formId}
      // An empty record: the one of the context would add its other fields to the values.
      record={{}}
      defaultValues={stored ? model.toForm(stored) : model.empty}
      onSubmit={save}
      mode="onTouched"
      noValidate
      disableInvalidFormNotification
      warnWhenUnsavedChanges
      {...(stored && { formRootPathname: createPath({ resource, type: 'edit', id: stored.id }) })}
    >
      <FormErrorSummary
        labelOf={(field) => `${resource}.fields.${field}`}
        addressOf={() => pathname}
        invalidText="records.save.incomplete"
      />
      <Paper variant="outlined">
        <Box sx={{ padding: 2 }}>
          <InputsValidateContext value={true}>{children}</InputsValidateContext>
        </Box>
        <FormActions listPath={listPath} />
      </Paper>
      {version.conflict && (
        <RecordConflictDialog
          words={words}
          conflict={version.conflict}
          formId={formId}
          onClose={version.closeConflict}
        />
      )}
    </Form>
  );
};

/** Cancel and Save Changes, in view while the form scrolls. */
const FormActions = ({ listPath }: { listPath: string }) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        display: 'flex',
        justifyContent: 'flex-end',
        gap: 1,
        padding: 2,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        zIndex: 1,
      }}
    >
      <Button onClick={() => navigate(listPath)}>{translate('records.save.cancel')}</Button>
      <SaveButton alwaysEnable icon={false as never} label="records.save.action" />
    </Box>
  );
};
