import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { LinkBase, type TranslateFunction, useTranslate } from 'react-admin';
import type { WorkflowDetail } from '../../shared/contract/exchangeSchemas.ts';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { DeliveriesTable } from './DeliveriesTable.tsx';
import { messageAddress } from './messageColumns.tsx';
import { metaText } from './metaText.ts';
import { RetriesTable } from './RetriesTable.tsx';
import { StatusChip } from '../components/StatusChip.tsx';
import { StepsTable } from './StepsTable.tsx';

interface WorkflowSectionProps {
  workflow: WorkflowDetail;
  /** The message it is shown with; that of another one is named. */
  messageId: number;
}

/** One workflow: what was asked for, its steps, deliveries and retries, and where the message came from and went. */
export const WorkflowSection = ({ workflow, messageId }: WorkflowSectionProps) => {
  const translate = useTranslate();
  const word = (name: string, values = {}) => translate(`inspector.workflows.${name}`, values);
  return (
    <Box sx={{ paddingTop: 1.5 }}>
      <Typography variant="h6" component="h2" sx={{ marginBottom: 1 }}>
        {workflow.type}
      </Typography>
      <LabeledValues>
        <LabeledValue label={word('status')}>
          <StatusChip status={workflow.status} />
        </LabeledValue>
        {workflow.mailMessageId !== messageId && (
          <LabeledValue label={translate('inspector.record.facts')}>
            <Link component={LinkBase} to={messageAddress(workflow.mailMessageId)}>
              {word('message', { id: workflow.mailMessageId })}
            </Link>
          </LabeledValue>
        )}
        <LabeledValue label={word('created')}>
          <DateTime value={workflow.createdTime} />
        </LabeledValue>
        <LabeledValue label={word('completed')}>
          {workflow.completedTime && <DateTime value={workflow.completedTime} />}
        </LabeledValue>
        <LabeledValue label={word('command')}>{metaText(workflow.command)}</LabeledValue>
        <LabeledValue label={word('correlation')}>{workflow.correlationId}</LabeledValue>
        {workflow.related.length > 0 && (
          <LabeledValue label={word('lineage')}>
            {workflow.related.map((link) => (
              <RelatedMessage key={link.id} link={link} messageId={messageId} />
            ))}
          </LabeledValue>
        )}
      </LabeledValues>
      <StepsTable workflow={workflow} />
      {workflow.deliveries.length > 0 && <DeliveriesTable deliveries={workflow.deliveries} />}
      {workflow.retries.length > 0 && <RetriesTable retries={workflow.retries} />}
    </Box>
  );
};

interface RelatedMessageProps {
  link: WorkflowDetail['related'][number];
  messageId: number;
}

/** How another workflow belongs to this one, with the message it works on where that is another one. */
const RelatedMessage = ({ link, messageId }: RelatedMessageProps) => {
  const translate = useTranslate();
  const named = { relation: relationText(link, translate), type: link.type };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
      <span>{translate('inspector.workflows.related', named)}</span>
      <StatusChip status={link.status} />
      {link.mailMessageId === messageId ? (
        <span>{translate('inspector.workflows.sameMessage')}</span>
      ) : (
        <Link component={LinkBase} to={messageAddress(link.mailMessageId)}>
          {translate('inspector.workflows.message', { id: link.mailMessageId })}
        </Link>
      )}
    </Box>
  );
};

/** What a workflow is to this one: parent and child say more with their type, such as sent from or processed by. */
const relationText = ({ relation, type }: WorkflowDetail['related'][number], translate: TranslateFunction): string =>
  translate(`inspector.relations.${relation}.${type}`, { _: relation });
