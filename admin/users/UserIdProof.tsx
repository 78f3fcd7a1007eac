import Download from '@mui/icons-material/FileDownloadOutlined';
import Upload from '@mui/icons-material/FileUploadOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useNotify } from 'react-admin';
import { idProofMaxBytes } from '../../shared/contract/uploadSizes.ts';
import type { User } from '../../shared/contract/userSchemas.ts';
import { idProofMediaTypes } from '../../shared/rules/user.ts';
import { ActionDialog, DialogButton, SaveDialog } from '../components/actions.tsx';
import { FileUploadInput } from '../components/FileUploadInput.tsx';
import { Section } from '../components/FormSection.tsx';
import { LabelButton } from '../components/LabelButton.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { readFile } from '../components/receivedFile.ts';
import { saveFile } from '../components/saveFile.ts';
import { serverMessages } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

const texts = 'users.idProof';
const accept = idProofMediaTypes.join(',');

/** The identity document of a user: stored, downloaded and deleted; it is never shown on the page. */
export const UserIdProof = ({ user }: { user: User }) => (
  <Paper variant="outlined" sx={{ padding: 2, marginTop: 2 }}>
    <Section title={`${texts}.title`}>
      <LabeledValues>
        <LabeledValue label={`${texts}.status`}>{user.idProofStatus.replaceAll('_', ' ')}</LabeledValue>
        {user.idProofFileName !== null && <LabeledValue label={`${texts}.file`}>{user.idProofFileName}</LabeledValue>}
      </LabeledValues>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 2 }}>
        <DialogButton
          variant="outlined"
          startIcon={<Upload />}
          label={`${texts}.upload`}
          renderDialog={(close) => <UploadDialog id={user.id} onClose={close} />}
        />
        {user.idProofFileName !== null && <DownloadButton id={user.id} />}
        {user.idProofStatus !== 'Not_Id_Proofed' && (
          <DialogButton
            variant="outlined"
            color="error"
            label={`${texts}.reset`}
            renderDialog={(close) => (
              <ActionDialog
                texts={`${texts}.reset`}
                values={{ name: user.name }}
                send={({ users }) => users.resetIdProof({ params: { id: user.id } })}
                done={`${texts}.resetDone`}
                failed={`${texts}.resetFailed`}
                changes={['users']}
                onClose={close}
              />
            )}
          />
        )}
      </Box>
    </Section>
  </Paper>
);

const DownloadButton = ({ id }: { id: string }) => {
  const provider = useAppDataProvider();
  const notify = useNotify();
  const download = async () => {
    const { name, mediaType, bytes } = await provider.users.idProof({ params: { id } });
    saveFile(new Blob([new Uint8Array(bytes)], { type: mediaType }), name);
  };
  return (
    <LabelButton
      variant="outlined"
      startIcon={<Download />}
      label={`${texts}.download`}
      onClick={() =>
        void download().catch((error: unknown) => notify(serverMessages(error).join(' '), { type: 'error' }))
      }
    />
  );
};

const UploadDialog = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <SaveDialog<{ readonly file: File | null }, User>
    title={`${texts}.uploadTitle`}
    submitLabel={`${texts}.upload`}
    failureText={`${texts}.uploadFailed`}
    defaultValues={{ file: null }}
    send={async ({ users }, { file }) =>
      users.uploadIdProof({ body: { id }, file: file ? await readFile(file) : emptyFile })
    }
    done={`${texts}.uploaded`}
    changes={['users']}
    onClose={onClose}
  >
    <FileUploadInput
      source="file"
      label={`${texts}.file`}
      required
      helperText={`${texts}.hint`}
      accept={accept}
      kinds="PNG, JPEG, GIF, WebP, PDF"
      maxBytes={idProofMaxBytes}
    />
  </SaveDialog>
);

/** The input is required, so no request has it. */
const emptyFile = { name: '', mediaType: '', bytes: new Uint8Array() };
