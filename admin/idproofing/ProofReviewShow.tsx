import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { LinkBase, TextInput, useRecordContext, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { ProofReview } from '../../shared/contract/idproofing.ts';
import { ActionDialog, SaveDialog } from '../components/actions.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { LabelButton } from '../components/LabelButton.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { useReopened } from '../components/FormDraft.tsx';
import { notBlank, textAt } from '../components/RecordForm.tsx';
import { type FieldText, textOf } from '../components/recordModel.ts';
import { RecordShow } from '../components/RecordPages.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { DocumentViewer } from '../viewer/DocumentViewer.tsx';
import { ReviewStatusChip } from './ProofReviewList.tsx';

const texts = 'idproofing';
const label = (field: string) => `${texts}.fields.${field}`;
const oldestFirst = { field: 'uploadedAt', order: 'ASC' } as const;
/** A decision changes the list, the record and what the pages of the user and the organization show. */
const changes = ['idproofing', 'users', 'organizations'] as const;

/** A document beside the data that it has to agree with, and the decision. */
export const ProofReviewShow = () => (
  <RecordShow<ProofReview>
    titleOf={({ name }) => name}
    sort={oldestFirst}
    hasOwnDelete
    actions={<Decision />}
    render={(review) => (
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: 'minmax(260px, 1fr) 2fr' }, alignItems: 'start' }}>
        <Paper variant="outlined" sx={{ padding: 2, minWidth: 0 }}>
          <ReviewData review={review} />
        </Paper>
        <ReviewDocument key={`${review.id} ${review.status}`} review={review} />
      </Box>
    )}
  />
);

const ReviewData = ({ review }: { review: ProofReview }) => {
  const translate = useTranslate();
  const plain = [
    ['jobTitle', review.jobTitle],
    ['phone', review.phone],
    ['npi', review.npi],
    ['address', review.address],
    ['contactName', review.contactName],
    ['contactEmail', review.contactEmail],
    ['decidedBy', review.decidedBy],
    ['reason', review.reason],
  ] as const;
  return (
    <Box component="section" aria-label={translate(`${texts}.data`)}>
      <LabeledValues>
        <LabeledValue label={label('status')}>
          <ReviewStatusChip status={review.status} />
        </LabeledValue>
        <LabeledValue label={label('name')}>
          <Link component={LinkBase} to={`/admin/users/${review.userId}`}>
            {review.name}
          </Link>
        </LabeledValue>
        <LabeledValue label={label('userName')}>{review.userName}</LabeledValue>
        <LabeledValue label={label('organizationName')}>
          <Link component={LinkBase} to={`/admin/organizations/${review.organizationId}/info`}>
            {review.organizationName}
          </Link>
        </LabeledValue>
        <LabeledValue label={label('uploadedAt')}>
          <DateTimeField source="uploadedAt" />
        </LabeledValue>
        {plain.map(([field, value]) =>
          value === null ? null : (
            <LabeledValue key={field} label={label(field)}>
              {value}
            </LabeledValue>
          ),
        )}
        {review.decidedAt !== null && (
          <LabeledValue label={label('decidedAt')}>
            <DateTimeField source="decidedAt" />
          </LabeledValue>
        )}
      </LabeledValues>
    </Box>
  );
};

/** What became of a document that is not here any more. */
const ended = {
  Pending: 'deletedDocument',
  Approved: 'movedDocument',
  Refused: 'deletedDocument',
  Withdrawn: 'withdrawnDocument',
} as const;

/** Loaded when the page opens, which is an event of the audit trail. */
const ReviewDocument = ({ review: { id, hasDocument, status, userId } }: { review: ProofReview }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  if (hasDocument) return <DocumentViewer load={() => provider.idproofing.document({ params: { id } })} />;
  return (
    <Typography color="textSecondary">
      {translate(`${texts}.${ended[status]}`)}{' '}
      {status === 'Approved' && (
        <Link component={LinkBase} to={`/admin/users/${userId}`}>
          {translate(`${texts}.openUser`)}
        </Link>
      )}
    </Typography>
  );
};

/** A dialog stays open when another reviewer was faster: it shows that, and the reason that was typed. */
const Decision = () => {
  const review = useRecordContext<ProofReview>();
  const [open, setOpen] = useState<'approve' | 'refuse'>();
  useReopened(`${texts}.refuseTitle`, () => setOpen('refuse'));
  if (!review) return null;
  const { id, name, organizationName, status } = review;
  const close = () => setOpen(undefined);
  return (
    <>
      {status === 'Pending' && (
        <>
          <LabelButton variant="contained" label={`${texts}.approve`} onClick={() => setOpen('approve')} />
          <LabelButton variant="outlined" color="error" label={`${texts}.refuse`} onClick={() => setOpen('refuse')} />
        </>
      )}
      {open === 'approve' && (
        <ActionDialog
          texts={`${texts}.approve`}
          values={{ name, organization: organizationName }}
          send={({ idproofing }) => idproofing.approve({ params: { id } })}
          done={`${texts}.approved`}
          failed={`${texts}.approveFailed`}
          changes={changes}
          onClose={close}
        />
      )}
      {open === 'refuse' && (
        <SaveDialog<{ readonly reason: FieldText }, ProofReview>
          title={`${texts}.refuseTitle`}
          submitLabel={`${texts}.refuse`}
          failureText={`${texts}.refuseFailed`}
          defaultValues={{ reason: '' }}
          send={({ idproofing }, { reason }) => idproofing.refuse({ params: { id }, body: { reason: textOf(reason) } })}
          done={`${texts}.refused`}
          changes={changes}
          onClose={close}
        >
          <TextInput {...textAt('reason', 500, notBlank)} label={label('reason')} helperText={`${texts}.reasonHint`} />
        </SaveDialog>
      )}
    </>
  );
};
