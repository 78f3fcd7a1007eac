import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestSite, openSite } from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('two users who open one message see each other until one of them leaves', { tags: ['hard'] }, async () => {
  const { pool } = site.server.database;
  const { rows } = await pool.query<{ id: number }>('select id::int from mail_messages order by id desc limit 1');
  const path = `/admin/messages/${rows[0]?.id ?? 0}`;
  await pool.query(`update users set role = 'SysAdmin' where user_name = 'user@carepost.example'`);
  const one = await site.visitAs('sysadmin', path);
  await expectLocator(one.getByRole('heading', { level: 1, name: /^Message \d+$/ })).toBeVisible();
  const other = await site.visitAs('user', path);
  const notice = one.getByText(/ has opened this message\.$/);
  await expectLocator(notice).toBeVisible();
  await expectLocator(other.getByText(/ currently has this message open\.$/)).toBeVisible();
  expect(await one.getByText(/this message/).allInnerTexts()).toHaveLength(1);
  await site.leave(other);
  await expectLocator(notice).toBeHidden();
});
