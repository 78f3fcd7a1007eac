import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { WebhookAttempt, WebhookDeliveryDetail } from '../../shared/contract/webhooks.ts';
import { ActionButton } from '../components/actions.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/FormSection.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { DeliveryStatusChip, isOver } from './webhookStates.tsx';

const label = (field: string) => `webhooks.deliveries.fields.${field}`;
const pollMs = 1000;

/** One delivery with its attempts; loaded again each second while it is under way. */
export const DeliveryDetail = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['webhookdeliveries', 'detail', id],
    queryFn: ({ signal }) => provider.webhooks.delivery({ params: { id } }, { signal, fresh: true }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : pollMs),
  });
  if (error && !data)
    return <ErrorState error={error} title={translate('webhooks.deliveries.failed')} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={4} />;
  return <Delivery delivery={data} />;
};

const Delivery = ({ delivery }: { delivery: WebhookDeliveryDetail }) => {
  const translate = useTranslate();
  const { id, eventType, eventId, isTest, occurredAt, nextAttemptAt, attempts, body, status } = delivery;
  return (
    <>
      <LabeledValues>
        <LabeledValue label={label('status')}>
          <output>
            <DeliveryStatusChip status={status} />
          </output>
        </LabeledValue>
        <LabeledValue label={label('eventType')}>
          {isTest ? translate('webhooks.deliveries.isTest') : eventType}
        </LabeledValue>
        <LabeledValue label={label('occurredAt')}>
          <DateTime value={occurredAt} />
        </LabeledValue>
        {nextAttemptAt !== null && (
          <LabeledValue label={label('nextAttemptAt')}>
            <DateTime value={nextAttemptAt} />
          </LabeledValue>
        )}
        <LabeledValue label={label('eventId')}>{eventId}</LabeledValue>
      </LabeledValues>
      <Box>
        <ActionButton
          variant="outlined"
          size="small"
          disabled={status === 'In Progress' || status === 'Pending'}
          label="webhooks.deliveries.redeliver"
          send={({ webhooks }) => webhooks.redeliver({ params: { id } })}
          done="webhooks.deliveries.redelivered"
          failed="webhooks.deliveries.redeliverFailed"
          changes={['webhookdeliveries', 'webhooks']}
        />
      </Box>
      {attempts.length === 0 && (
        <Typography color="textSecondary">{translate('webhooks.deliveries.noAttempt')}</Typography>
      )}
      {attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
      <Section title="webhooks.deliveries.body">
        <Code text={body} />
      </Section>
    </>
  );
};

const Attempt = ({ attempt }: { attempt: WebhookAttempt }) => {
  const translate = useTranslate();
  const { number, startedAt, durationMs, responseStatus, responseBody, error, requestHeaders } = attempt;
  return (
    <Section title={translate('webhooks.deliveries.attempt', { number })}>
      <LabeledValues>
        <LabeledValue label={label('occurredAt')}>
          <DateTime value={startedAt} />, {translate('webhooks.deliveries.duration', { count: durationMs })}
        </LabeledValue>
        <LabeledValue label={label('responseStatus')}>{responseStatus ?? '–'}</LabeledValue>
        {error !== null && <LabeledValue label={label('error')}>{error}</LabeledValue>}
      </LabeledValues>
      {responseStatus !== null && (
        <Code name="webhooks.deliveries.response" text={responseBody || translate('webhooks.deliveries.noResponse')} />
      )}
      <Code
        name="webhooks.deliveries.headers"
        text={Object.entries(requestHeaders)
          .map(([header, value]) => `${header}: ${value}`)
          .join('\n')}
      />
    </Section>
  );
};

/** Text as it was sent or received; it scrolls by key. */
const Code = ({ name, text }: { name?: string; text: string }) => {
  const translate = useTranslate();
  return (
    <Box component="figure" sx={{ margin: 0, marginTop: 1 }}>
      {name && (
        <Box component="figcaption" sx={{ color: 'text.secondary', fontSize: 12 }}>
          {translate(name)}
        </Box>
      )}
      <Box
        component="pre"
        tabIndex={0}
        sx={{
          margin: 0,
          padding: 1,
          maxHeight: 160,
          overflow: 'auto',
          bgcolor: 'action.hover',
          borderRadius: 1,
          fontSize: 12,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
    </Box>
  );
};
