import type { features } from '../../../shared/contract/features.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { allFeatures } from './featuresStore.ts';

export const featuresHandlers = ({ database }: Services): Handlers<typeof features> => ({
  list: async () => ({ items: await allFeatures(database) }),
});
