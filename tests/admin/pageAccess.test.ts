import { expect, test } from 'vitest';
import { pages } from '../../admin/pages.ts';
import { pageAccess } from '../../shared/contract/pageAccess.ts';

test('each page of the web application has its access rule, and each rule its page', () => {
  expect(Object.keys(pageAccess).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
});
