import { exchangeLimits } from '../../../shared/rules/exchange.ts';
import { type WorkflowRun } from '../workflowRun.ts';
import { findAddresses } from '../directAddress.ts';
import { done, failed, type StepParts, type StepResult } from '../stepResult.ts';

/** Whether the message may go out: within the limits, from an address that is still usable. */
export async function validate({ tx }: StepParts, run: WorkflowRun): Promise<StepResult> {
  const { attachments, deliveries, message } = run;
  const bytes = attachments.reduce((sum, { size }) => sum + size, Buffer.byteLength(message.body));
  const fits =
    attachments.length <= exchangeLimits.attachments &&
    attachments.every(({ size }) => size <= exchangeLimits.attachmentBytes) &&
    bytes <= exchangeLimits.messageBytes &&
    deliveries.length > 0 &&
    deliveries.length <= exchangeLimits.recipients;
  const meta = { recipients: deliveries.length, attachments: attachments.length, bytes };
  if (!fits) return failed('invalid-message', meta);
  run.owners = await findAddresses(tx, [message.sender, ...deliveries.map(({ recipient }) => recipient)]);
  const isUsable = run.channel !== 'Direct' || run.owners.get(message.sender)?.isUsable === true;
  return isUsable ? done(meta) : failed('invalid-message', { ...meta, sender: 'not usable' });
}
