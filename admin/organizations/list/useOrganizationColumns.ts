import { useStore } from 'ra-core';
import { useEffect } from 'react';
import { useAppConfig } from '../../providers/appContext.ts';
import { usePreference } from '../../providers/usePreference.ts';
import { columnsFor, type OrganizationColumn } from '../organizationColumns.tsx';

export type ColumnName = OrganizationColumn['name'];

const keptColumns = (kept: unknown): string[] | null =>
  Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : null;

/** The columns to show in their order: those chosen as far as there are any, always with the name; else those of the specification. */
export const chosenColumns = (
  offered: readonly OrganizationColumn[],
  chosen: readonly string[] | null,
): readonly OrganizationColumn[] => {
  const found = [...new Set(chosen)].flatMap((name) => offered.find((column) => column.name === name) ?? []);
  if (found.length === 0) return offered;
  const name = offered.filter((column) => column.name === 'name' && !found.includes(column));
  return [...name, ...found];
};

/**
 * Which columns the list shows, kept by the server for each person. The browser remembers the last answer, so that the list is
 * drawn at once and does not change under the reader's eyes.
 */
export const useOrganizationColumns = () => {
  const offered = columnsFor(useAppConfig().features);
  const [remembered, remember] = useStore<string[] | null>('organizations.columns', null);
  const { value, change } = usePreference('organizations.columns', keptColumns);
  const chosen = value === undefined ? remembered : value;
  const differs = value !== undefined && JSON.stringify(value) !== JSON.stringify(remembered);
  useEffect(() => {
    if (differs && value !== undefined) remember(value);
    // oxlint-disable-next-line react/exhaustive-deps -- what is remembered follows what was loaded, compared by what it holds
  }, [differs]);
  return {
    offered,
    columns: chosenColumns(offered, chosen),
    /** Null goes back to the columns of the specification. */
    choose: (names: readonly ColumnName[] | null) => change(() => (names === null ? null : [...names])),
  };
};
export type OrganizationColumns = ReturnType<typeof useOrganizationColumns>;
