import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserStage, openStage } from '../support/browserStage.ts';
import { shown } from '../support/shown.ts';

let stage: BrowserStage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('two people who open one message are told of each other until one of them leaves', async () => {
  const { pool } = stage.server.database;
  const { rows } = await pool.query<{ id: number }>('select id::int from mail_messages order by id desc limit 1');
  const place = `/admin/messages/${rows[0]?.id ?? 0}`;
  await pool.query(`update users set role = 'SysAdmin' where user_name = 'user@carepost.example'`);
  const one = await stage.visitAs('sysadmin', place);
  await shown(one.getByRole('heading', { level: 1, name: /^Message \d+$/ })).toBeVisible();
  const other = await stage.visitAs('user', place);
  const notice = one.getByText(/ has opened this message\.$/);
  await shown(notice).toBeVisible();
  await shown(other.getByText(/ currently has this message open\.$/)).toBeVisible();
  expect(await one.getByText(/this message/).allInnerTexts()).toHaveLength(1);
  await other.context().close();
  await shown(notice).toBeHidden();
});
