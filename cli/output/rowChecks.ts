import type { Command } from '../command.ts';
import { chooseFields } from './fields.ts';
import type { RowOptions } from './output.ts';
import { parseSort } from './sort.ts';
import { parseCondition } from './where.ts';

/** Refuses fields, conditions and orders that cannot be before the command asks or sends anything. */
export const checkRowOptions = ({ takes = [], fields }: Command, rows: RowOptions): void => {
  if (fields === undefined) return;
  if (takes.includes('rows') || takes.includes('record')) chooseFields(rows.fields, fields.table, fields);
  if (!takes.includes('rows')) return;
  for (const text of rows.where ?? []) parseCondition(text, fields);
  if (rows.sort !== undefined) parseSort(rows.sort, fields);
};
