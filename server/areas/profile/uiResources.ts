import { api } from '../../../shared/contract/api.ts';
import type { Access, Area, Role } from '../../../shared/contract/endpoint.ts';

const allows = (access: Access, role: Role) => typeof access === 'string' || access.includes(role);

const actionsFor = (area: Area, role: Role) =>
  Object.entries(area).flatMap(([action, row]) => (allows(row.access, role) ? [action] : []));

/** Resource to the actions a role may take on it, from the contract's own access rules (spec 2 section 6). */
export const uiResourcesFor = (role: Role): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(api)
      .map(([area, rows]) => [area, actionsFor(rows, role)] as const)
      .filter(([, actions]) => actions.length > 0),
  );
