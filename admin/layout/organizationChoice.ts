import type { ProfileData } from '../../shared/contract/profile.ts';

type Choice = ProfileData['organizations'][number];

/** My organizations by name whatever the case, narrowed to those whose name or subdomain holds the typed text. */
export const organizationChoices = (organizations: readonly Choice[], typed: string): Choice[] => {
  const search = typed.trim().toLowerCase();
  return organizations
    .filter(({ name, subDomain }) => `${name} ${subDomain ?? ''}`.toLowerCase().includes(search))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }));
};
