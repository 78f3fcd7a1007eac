import { TextInput } from 'react-admin';
import type { IdentityLink } from '../../shared/contract/identitylinks.ts';
import { FormSection } from '../components/FormSection.tsx';
import { notBlank, RecordForm, textAt } from '../components/RecordForm.tsx';
import { RecordCreate } from '../components/RecordPages.tsx';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';

interface LinkFormValues {
  readonly issuer: FieldText;
  readonly subject: FieldText;
  readonly userName: FieldText;
}

/** Links are created once and never changed. */
const linkModel: RecordModel<IdentityLink & { readonly version: number }, LinkFormValues> = {
  empty: { issuer: '', subject: '', userName: '' },
  toForm: ({ issuer, subject, userName }) => ({ issuer, subject, userName }),
  toBody: ({ issuer, subject, userName }) => ({
    issuer: textOf(issuer),
    subject: textOf(subject),
    userName: textOf(userName),
  }),
};

/** A new link: the provider, its subject and the account. */
export const IdentityLinkCreate = () => (
  <RecordCreate>
    <RecordForm model={linkModel} opensWhenCreated>
      <FormSection title="identitylinks.section">
        <TextInput {...textAt('issuer', 500, notBlank)} helperText="identitylinks.hints.issuer" />
        <TextInput {...textAt('subject', 255, notBlank)} helperText="identitylinks.hints.subject" />
        <TextInput {...textAt('userName', 320, notBlank)} helperText="identitylinks.hints.userName" />
      </FormSection>
    </RecordForm>
  </RecordCreate>
);
