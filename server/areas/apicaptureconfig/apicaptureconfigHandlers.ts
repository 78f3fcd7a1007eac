import type { apicaptureconfig } from '../../../shared/contract/apicaptureconfig.ts';
import type { Handlers } from '../../http/registerArea.ts';
import type { Services } from '../../http/areaEntry.ts';

export const apicaptureconfigHandlers = ({ config }: Services): Handlers<typeof apicaptureconfig> => ({
  get: async () => ({ apiCaptureEnabled: config.features.apiCaptureEnabled }),
});
