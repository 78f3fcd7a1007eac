import { defineCommand } from '../../command.ts';

const fields = ['state', 'lines', 'badLine', 'why', 'file'];

export const auditVerify = defineCommand({
  name: 'verify',
  summary: 'Check that no line of the local audit was changed, added, moved or taken away',
  description:
    'Each line carries a hash over itself and the line before it; audit-head.json beside it carries how many there are.\nWhoever may write both files can make both anew: keep exports elsewhere.',
  takes: ['record'],
  fields: { all: fields, table: fields },
  calls: [],
  exits: ['conflict'],
  examples: ['carepost audit verify', 'carepost audit verify --output json'],
  async run(context) {
    const [{ verifyAudit }, { auditFile }] = await Promise.all([
      import('../../audit/verifyAudit.ts'),
      import('../../audit/auditFiles.ts'),
    ]);
    const { lines, badLine, why } = await verifyAudit(context.folders);
    const state = badLine === null ? 'whole' : 'broken';
    await context.output.record({ state, lines, badLine, why, file: auditFile(context.folders) });
    return badLine === null
      ? undefined
      : { exit: 'conflict' as const, message: `line ${badLine} of the local audit: ${why ?? ''}` };
  },
});
