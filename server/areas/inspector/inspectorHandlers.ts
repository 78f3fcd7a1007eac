import type { inspector } from '../../../shared/contract/inspector.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { odataHandlers } from './odataHandlers.ts';
import { workflowHandlers } from './workflowHandlers.ts';

export const inspectorHandlers = (services: Services): Handlers<typeof inspector> => ({
  ...odataHandlers(services),
  ...workflowHandlers(services),
});
