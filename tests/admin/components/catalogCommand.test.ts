import { expect, it } from 'vitest';
import { catalogCommand } from '../../../admin/components/list/catalogCommand.ts';

it.each([
  ['validTo', 'ASC', ''],
  ['validTo', 'DESC', '--sort validTo:desc '],
  ['host', 'ASC', '--sort host '],
  ['host', 'DESC', '--sort host:desc '],
] as const)('the command of a list by %s %s has the order of the screen', (field, order, flag) => {
  const command = catalogCommand('certificates', undefined, 'validTo');
  const list = { filterValues: {}, sort: { field, order }, page: 1, perPage: 10 };
  expect(command(list)).toBe(`carepost certificates list ${flag}--page-size 10`);
});
