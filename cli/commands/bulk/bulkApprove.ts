import { defineCommand } from '../../command.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';

const fields = ['id', 'action', 'rows', 'sha256', 'createdBy', 'expiresAt', 'approvedBy', 'approvedAt', 'runId'];

export const bulkApprove = defineCommand<WriteFlags>({
  name: 'approve',
  summary: 'Approve a plan that somebody else made, so that it may be applied on a protected profile',
  description:
    'Reads the plan, says what it would do and who made it, asks, and has the server keep your approval of exactly this plan.\nNobody approves a plan they made or apply themselves; an altered, expired or used plan is refused.',
  arguments: [{ name: '<plan>', summary: 'file of the plan: bulk plan --plan-out' }],
  takes: ['write', 'record'],
  fields: { all: fields, table: fields },
  calls: ['bulkplans.approve'],
  exits: ['conflict', 'invalid', 'io'],
  examples: [
    'carepost bulk approve <plan> --yes',
    'carepost bulk approve <plan> --yes --reason "Checked with the network" --output json',
  ],
  async run(context, flags, [path = '']) {
    const [{ openKeptPlan }, { changedRows, planSummary }, { rowsText }] = await Promise.all([
      import('../../bulk/applyFlow.ts'),
      import('../../bulk/planShow.ts'),
      import('../../bulk/counts.ts'),
    ]);
    const { plan } = await openKeptPlan(context, path);
    const { head, foot } = plan;
    const { createdBy, createdAt, expiresAt, action, reason, ticket } = head;
    const notes = [
      ...planSummary(plan, null),
      `made by ${createdBy.name} (${createdBy.subject}) at ${createdAt}, good until ${expiresAt}`,
      ...(reason === undefined ? [] : [`reason: ${reason}`]),
      ...(ticket === undefined ? [] : [`ticket: ${ticket}`]),
    ];
    for (const note of notes) context.terminal.note(note);
    const client = await context.client();
    const deed = `Approve ${action} for ${rowsText(changedRows(foot))}, made by ${createdBy.name}`;
    const sending = await confirmed(context, deed, flags);
    const body = { sha256: foot.sha256, action, rows: foot.rows, createdBy: createdBy.subject, expiresAt };
    const approved = await client.bulkplans.approve({ params: { planId: head.id }, body }, sending);
    context.terminal.note('The plan is approved. It is applied once: carepost bulk apply --plan.');
    await context.output.record({ ...approved, approvedBy: approved.approvedBy?.name ?? null });
  },
});
