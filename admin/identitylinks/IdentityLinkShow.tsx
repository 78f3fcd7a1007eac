import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useRecordContext, useTranslate } from 'react-admin';
import type { IdentityLink } from '../../shared/contract/identitylinks.ts';
import { ActionDialog, DialogButton } from '../components/actions.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { RecordShow } from '../components/RecordPages.tsx';
import { LinkStatusChip } from './IdentityLinkList.tsx';

const newestFirst = { field: 'createdAt', order: 'DESC' } as const;
const label = (field: string) => `identitylinks.fields.${field}`;

/** One link, and the button that removes it. */
export const IdentityLinkShow = () => (
  <RecordShow<IdentityLink>
    titleOf={({ subject }) => subject}
    sort={newestFirst}
    hasOwnDelete
    actions={<RemoveButton />}
    render={(link) => (
      <Paper variant="outlined" sx={{ padding: 2 }}>
        <LinkSummary link={link} />
      </Paper>
    )}
  />
);

const LinkSummary = ({ link }: { link: IdentityLink }) => {
  const translate = useTranslate();
  return (
    <Box component="section" aria-label={translate('identitylinks.section')}>
      <LabeledValues>
        <LabeledValue label={label('status')}>
          <LinkStatusChip status={link.status} />
        </LabeledValue>
        <LabeledValue label={label('issuer')}>{link.issuer}</LabeledValue>
        <LabeledValue label={label('subject')}>{link.subject}</LabeledValue>
        <LabeledValue label={label('userName')}>{`${link.name} (${link.userName})`}</LabeledValue>
        <LabeledValue label={label('origin')}>{translate(`identitylinks.origins.${link.origin}`)}</LabeledValue>
        <LabeledValue label={label('createdAt')}>
          <DateTimeField source="createdAt" />
        </LabeledValue>
        <LabeledValue label={label('createdBy')}>{link.createdBy}</LabeledValue>
        {link.removedAt !== null && (
          <LabeledValue label={label('removedAt')}>
            <DateTimeField source="removedAt" />
          </LabeledValue>
        )}
        {link.removedBy !== null && <LabeledValue label={label('removedBy')}>{link.removedBy}</LabeledValue>}
      </LabeledValues>
    </Box>
  );
};

const RemoveButton = () => {
  const link = useRecordContext<IdentityLink>();
  if (link?.status !== 'Active') return null;
  return (
    <DialogButton
      variant="outlined"
      color="error"
      label="identitylinks.remove"
      renderDialog={(close) => (
        <ActionDialog
          texts="identitylinks.remove"
          values={{ subject: link.subject, userName: link.userName }}
          send={({ identitylinks }) => identitylinks.delete({ params: { id: link.id } })}
          done="identitylinks.removed"
          failed="identitylinks.removeFailed"
          changes={['identitylinks']}
          onClose={close}
        />
      )}
    />
  );
};
