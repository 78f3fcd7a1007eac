import type { ProfileData } from '../../shared/contract/profile.ts';

type Standing = Pick<ProfileData, 'organizationId' | 'orgIsCancelled' | 'orgIsInGracePeriod' | 'orgIsActivated'>;

/** Key of the word for how the person's organization stands; undefined where they work in none. */
export const organizationStatus = (profile: Standing): string | undefined => {
  if (profile.organizationId === null) return undefined;
  if (profile.orgIsCancelled) return 'home.cancelled';
  if (profile.orgIsInGracePeriod) return 'home.gracePeriod';
  return profile.orgIsActivated ? 'home.activated' : 'home.notActivated';
};
