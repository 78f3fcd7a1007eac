import type { NounBody } from '../../command.ts';
import { healthAcknowledge, healthResolve } from './healthAlertDeeds.ts';
import { healthCheck } from './healthCheck.ts';
import { healthAlerts, healthChannels, healthStats, healthWorkers } from './healthLists.ts';
import { healthSummary } from './healthSummary.ts';
import { healthWatch } from './healthWatch.ts';

export const health: NounBody = {
  verbs: [
    healthSummary,
    healthChannels,
    healthAlerts,
    healthAcknowledge,
    healthResolve,
    healthWorkers,
    healthStats,
    healthWatch,
    healthCheck,
  ],
};
