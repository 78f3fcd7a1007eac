import { type NounBody, defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';
import { runChecks } from './checks.ts';

const command = defineCommand({
  name: 'doctor',
  summary: 'Check versions, configuration, key store, network routes, the server and the clock',
  description: 'Every line is a check of its own; the exit is 0 when none failed. Warnings do not count.',
  takes: ['rows'],
  fields: { all: ['check', 'state', 'detail'], table: ['check', 'state', 'detail'], id: 'check' },
  calls: [],
  otherCalls: ['GET /health/ready', 'GET /config.json', 'discovery document of the sign-in service'],
  exits: ['config', 'unavailable'],
  examples: ['carepost doctor', "carepost doctor --output json --where 'state!=ok'"],
  async run(context) {
    const checks = await runChecks(context);
    await showList(
      context,
      checks.map((one) => ({ ...one })),
    );
    const failed = checks.filter(({ state }) => state === 'failed');
    if (failed.length === 0) return undefined;
    const network = failed.some(({ check }) => check.startsWith('api') || check.startsWith('sign-in'));
    return {
      exit: network ? 'unavailable' : 'config',
      message: `${failed.length} of ${checks.length} checks failed: ${failed.map(({ check }) => check).join(', ')}`,
    };
  },
});

export const doctor: NounBody = { command };
