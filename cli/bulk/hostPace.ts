import { createPace } from '../../shared/bulk/pace.ts';
import type { Pace } from '../../shared/bulk/platform.ts';
import type { Context } from '../context.ts';
import { nodePlatform } from './nodePlatform.ts';

/**
 * The rate all carepost processes of this account keep together on this host towards one API; null is no limit. CAREPOST_PACE_DIR
 * shares it among accounts.
 */
export const hostPace = async (context: Context, ratePerSecond: number | null): Promise<Pace> => {
  if (ratePerSecond === null) return createPace(null, nodePlatform);
  const { createHostPace } = await import('./sharedPace.ts');
  const folder = context.io.env['CAREPOST_PACE_DIR'] || `${context.folders.state}/pace`;
  return createHostPace({ folder, origin: context.config.get('api'), ratePerSecond });
};
