import type { Access } from '../../shared/contract/endpoint.ts';
import { areaOf, type Operation, resources, rowOf } from '../resources.ts';
import { pageNeeds } from '../../shared/contract/pageAccess.ts';
import { wire } from '../../shared/contract/wire.ts';
import { isOpenTo, type OrganizationNeeds } from '../../shared/rules/effectiveAccess.ts';
import { nearestEntry } from '../../shared/rules/nearestEntry.ts';

/** Who may make a call, as the contract's row says: the same row the server checks. */
export const accessOf = (area: string, row: string): Access => wire[area]?.[row]?.access ?? [];

/** Whether these roles may make a call with this access; `undefined` means that no user is signed in. */
export const mayCall = (access: Access, heldRoles: readonly string[] | undefined): boolean =>
  access === 'public' || (heldRoles !== undefined && isOpenTo(access, heldRoles));

/** The operation behind each action of react-admin. */
const operations: Readonly<Record<string, Operation>> = {
  list: 'list',
  export: 'list',
  show: 'one',
  create: 'create',
  edit: 'update',
  delete: 'delete',
};

/** react-admin's canAccess: what no row of the contract allows is refused. */
export const mayDo = (resource: string, action: string, heldRoles: readonly string[] | undefined): boolean => {
  const config = resources[resource];
  const operation = operations[action];
  const row = operation && config && rowOf(config, operation);
  if (config === undefined || operation === undefined || row === undefined) return false;
  return mayCall(accessOf(areaOf(config, operation), row), heldRoles);
};

/** What `closedBy` decides a page by: who may open it, and what it needs of the organization, by its address unless that is passed. */
export const pageTarget = (
  pathname: string,
  access: Access,
  needs: OrganizationNeeds | undefined = nearestEntry(pageNeeds, pathname),
) => ({ access, ...needs });
