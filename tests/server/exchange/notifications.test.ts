import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Notification } from '../../../shared/contract/exchangeSchemas.ts';
import { isOurWebhook } from '../../../shared/rules/webhookSignature.ts';
import { createNotifications } from '../../../server/exchange/notifications/createNotifications.ts';
import { inTransaction } from '../../../server/database/transaction.ts';
import { allOrSome } from '../../support/isHard.ts';
import { type StartOptions, startApp, type TestApp } from '../../support/startApp.ts';
import { type HookReceiver, hookReceiver } from './hookReceiver.ts';
import { newWorkflow } from './newWorkflow.ts';

const open: { close(): Promise<void> }[] = [];
/** By their settings; each test takes back who was notified before (`notify`). */
const apps = new Map<string, Promise<TestApp>>();
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
afterAll(async () => {
  for (const app of apps.values()) await (await app).close();
});

function start(env: StartOptions['env'] = {}): Promise<TestApp> {
  const settings = JSON.stringify(env);
  const app =
    apps.get(settings) ??
    startApp({
      env: {
        JOBS: 'true',
        JOB_RETRY_SECONDS: '0,0',
        WEBHOOK_RETRY_SECONDS: '0,0',
        WEBHOOKS_ALLOW_PRIVATE: 'true',
        DEMO_TRAFFIC: '0',
        ...env,
      },
    });
  apps.set(settings, app);
  return app;
}
async function receiver(response?: (call: number) => number): Promise<HookReceiver> {
  const hook = await hookReceiver(response);
  open.push(hook);
  return hook;
}

const secret = 'a secret of the organization';
const addWebhook = (
  app: TestApp,
  organizationId: string,
  url: string,
  events = ['message.received'],
  isEnabled = true,
) =>
  app.database.pool.query(
    `insert into webhooks (id, organization_id, name, url, authentication_type, secret, events, is_enabled, created_by, modified_by)
     values (gen_random_uuid(), $1, gen_random_uuid()::text, $2, 'hmac', $3, $4, $5, 'test', 'test')`,
    [organizationId, url, secret, events, isEnabled],
  );
const addEmails = (app: TestApp, organizationId: string, emails: string[]) =>
  app.database.pool.query('update organizations set notification_emails = $2 where id = $1', [organizationId, emails]);

type Row = Pick<Notification, 'id' | 'type' | 'target' | 'status' | 'attemptCount' | 'messages'> & {
  readonly completedAt: Date | null;
};
const rowsOf = async (app: TestApp, workflowId: string): Promise<Row[]> => {
  const { rows } = await app.database.pool.query<Row>(
    `select id, type, target, status, attempt_count as "attemptCount", messages, completed_at as "completedAt"
     from notifications where workflow_id = $1 order by type, target`,
    [workflowId],
  );
  return rows;
};
const settled = async (app: TestApp, workflowId: string): Promise<Row[]> => {
  await expect
    .poll(async () => (await rowsOf(app, workflowId)).every(({ completedAt }) => completedAt !== null), {
      timeout: 15_000,
    })
    .toBe(true);
  return rowsOf(app, workflowId);
};

async function notify(app: TestApp, prepare: (organizationId: string) => Promise<unknown>) {
  const workflow = await newWorkflow(app);
  await app.database.pool.query('update webhooks set is_enabled = false');
  await addEmails(app, workflow.organizationId, []);
  await prepare(workflow.organizationId);
  const cause = { ...workflow, event: 'Received' } as const;
  const count = await inTransaction(app.database, (tx) => createNotifications(tx, app.config, cause));
  return { workflow, count };
}

describe('who is told', () => {
  test('no webhook that is disabled or chose other events', { tags: ['hard'] }, async () => {
    const app = await start();
    const { count } = await notify(app, async (id) => {
      await addWebhook(app, id, 'http://127.0.0.1:1/', undefined, false);
      await addWebhook(app, id, 'http://127.0.0.1:1/', ['message.failed']);
    });
    expect(count).toBe(0);
  });

  test('an e-mail to each address, once, that says nothing of the content', async () => {
    const app = await start();
    const { workflow } = await notify(app, (id) =>
      addEmails(app, id, ['it@clinic.example', 'IT@clinic.example', 'front@clinic.example']),
    );
    const rows = await settled(app, workflow.workflowId);
    expect(rows).toMatchObject([
      { type: 10, status: 2, attemptCount: 1 },
      { type: 10, status: 2, attemptCount: 1 },
    ]);
    expect(rows[0]?.messages).toEqual([
      expect.stringMatching(/^\d{4}-.+Z Attempt 1: Captured: no mail server is configured\.$/),
    ]);
    const { items } = await app.client('SysAdmin').mailbox.list();
    const mails = items.filter(({ subject }) => subject.startsWith(`Message ${workflow.mailMessageId}:`));
    expect(mails).toHaveLength(2);
    const [mail] = mails;
    expect(mail?.subject).toBe(`Message ${workflow.mailMessageId}: Received (${workflow.organizationName})`);
    expect(mail?.body).toContain(`${app.config.publicUrl}/admin/messages/${workflow.mailMessageId}`);
    expect(`${mail?.subject}${mail?.body}`).not.toContain('canary');
  });

  test('a line that is no e-mail address fails alone', async () => {
    const app = await start();
    const { workflow } = await notify(app, (id) =>
      addEmails(app, id, ['x\r\nBcc: thief@evil.example', 'it@clinic.example']),
    );
    const rows = await settled(app, workflow.workflowId);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([2, 3]));
  });

  test("webhooks of the organization and the platform's own, each signed with its secret", async () => {
    const hook = await receiver();
    const product = await receiver();
    const app = await start({
      PRODUCT_WEBHOOK_URL: product.url,
      PRODUCT_WEBHOOK_ALLOW_PRIVATE: 'true',
      PRODUCT_WEBHOOK_SECRET: 'a secret of the platform',
    });
    const { workflow } = await notify(app, (id) =>
      addWebhook(app, id, `${hook.url}?token=hidden`, ['message.received', 'message.failed']),
    );
    const rows = await settled(app, workflow.workflowId);
    expect(rows).toMatchObject([
      { type: 20, target: hook.url, status: 2, attemptCount: 1 },
      { type: 30, target: product.url, status: 2, attemptCount: 1 },
    ]);
    const [call] = hook.calls;
    expect(JSON.parse(call?.body ?? '')).toEqual({
      id: call?.key,
      type: 'message.received',
      sequence: expect.any(Number),
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      organizationId: workflow.organizationId,
      data: { messageId: workflow.mailMessageId, workflowId: workflow.workflowId },
    });
    const now = Math.floor(Date.now() / 1000);
    const check = { header: call?.signature ?? '', body: call?.body ?? '', secret, now };
    expect(await isOurWebhook(check)).toBe(true);
    expect(await isOurWebhook({ ...check, secret: 'another one' })).toBe(false);
    expect(await isOurWebhook({ ...check, body: `${check.body} ` })).toBe(false);
    expect(await isOurWebhook({ ...check, now: now + 302 })).toBe(false);
    expect(await isOurWebhook({ ...check, header: 'nonsense' })).toBe(false);
    const own = product.calls[0];
    expect(
      await isOurWebhook({
        ...check,
        header: own?.signature ?? '',
        body: own?.body ?? '',
        secret: 'a secret of the platform',
      }),
    ).toBe(true);
  });
});

describe('a webhook that is not answered well', () => {
  test('is tried again with the same id and a signature of the moment', async () => {
    const hook = await receiver((call) => [500, 404, 200][call - 1] ?? 200);
    const app = await start();
    const { workflow } = await notify(app, (id) => addWebhook(app, id, hook.url));
    const [row] = await settled(app, workflow.workflowId);
    expect(row).toMatchObject({ status: 2, attemptCount: 3 });
    expect(row?.messages.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'Attempt 1: The webhook responded with 500.',
      'Attempt 2: The webhook responded with 404.',
      'Attempt 3: The webhook responded with 200.',
    ]);
    expect(new Set(hook.calls.map(({ key }) => key)).size).toBe(1);
    expect(new Set(hook.calls.map(({ body }) => body)).size).toBe(1);
  });

  test('waits as Retrying, and ends as Failed when its attempts are used up', { tags: ['hard'] }, async () => {
    const hook = await receiver(() => 503);
    const app = await start({ WEBHOOK_RETRY_SECONDS: '1' });
    const { workflow } = await notify(app, (id) => addWebhook(app, id, hook.url));
    await expect.poll(async () => (await rowsOf(app, workflow.workflowId))[0]?.status).toBe(4);
    const [row] = await settled(app, workflow.workflowId);
    expect(row).toMatchObject({ status: 3, attemptCount: 2 });
    expect(hook.calls).toHaveLength(2);
  });

  test('is given up when it says that it is gone for good', { tags: ['hard'] }, async () => {
    const hook = await receiver(() => 410);
    const app = await start();
    const { workflow } = await notify(app, (id) => addWebhook(app, id, hook.url));
    expect(await settled(app, workflow.workflowId)).toMatchObject([{ status: 3, attemptCount: 1 }]);
  });

  test('is given up when it was switched off meanwhile', { tags: ['hard'] }, async () => {
    const hook = await receiver(() => 503);
    const app = await start({ WEBHOOK_RETRY_SECONDS: '1,1,1' });
    const { workflow } = await notify(app, (id) => addWebhook(app, id, hook.url));
    await expect.poll(() => hook.calls.length).toBe(1);
    await app.database.pool.query('update webhooks set is_enabled = false');
    const [row] = await settled(app, workflow.workflowId);
    expect(row?.messages.at(-1)).toMatch(/The webhook is disabled\.$/);
  });

  test('follows no redirect', async () => {
    const inside = await receiver();
    const hook = await hookReceiver(() => 307, inside.url);
    open.push(hook);
    const app = await start({ WEBHOOK_RETRY_SECONDS: '0' });
    const { workflow } = await notify(app, (id) => addWebhook(app, id, hook.url));
    expect(await settled(app, workflow.workflowId)).toMatchObject([{ status: 3 }]);
    expect(inside.calls).toEqual([]);
  });

  test.each(allOrSome(['localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f000001', '169.254.169.254', '[::1]'], 2))(
    'is not called inside: %s',
    { tags: ['scaled'] },
    async (host) => {
      const hook = await receiver();
      const app = await start({ WEBHOOKS_ALLOW_PRIVATE: 'false' });
      const { port } = new URL(hook.url);
      const { workflow } = await notify(app, (id) => addWebhook(app, id, `http://${host}:${port}/`));
      const [row] = await settled(app, workflow.workflowId);
      expect(row).toMatchObject({ status: 3, attemptCount: 1 });
      expect(row?.messages[0]).toContain('private');
      expect(hook.calls).toEqual([]);
    },
  );
});
