import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addMail } from '../../../server/mail/addMail.ts';
import { inTransaction } from '../../../server/database/transaction.ts';
import { type StartOptions, startApp, type TestApp } from '../../support/startApp.ts';
import { newOrganization, refusal } from '../areas/organizationBuilders.ts';
import { headersOf, type MailServer, mailServer } from './mailServer.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(env: StartOptions['env'] = {}): Promise<TestApp> {
  const server = await startApp({ env: { JOBS: 'true', JOB_RETRY_SECONDS: '0,0', ...env } });
  open.push(server);
  return server;
}
async function post(refuse?: Parameters<typeof mailServer>[0]): Promise<MailServer> {
  const server = await mailServer(refuse);
  open.push(server);
  return server;
}

async function create(server: TestApp, fields: Parameters<typeof newOrganization>[0] = {}) {
  const client = server.client('SysAdmin');
  const contact = { firstName: 'Ann', lastName: 'Lee', email: 'ann@clinic.example' };
  return (await client.organizations.create({ body: newOrganization({ contact, ...fields }) })).id;
}
const activateById = (server: TestApp, id: string) =>
  server.client('SysAdmin').organizations.activate({ params: { id }, body: { activated: true, sendEmail: true } });
async function activate(server: TestApp, fields: Parameters<typeof newOrganization>[0] = {}) {
  const id = await create(server, fields);
  await activateById(server, id);
  return id;
}
const mails = async (server: TestApp) => (await server.client('SysAdmin').mailbox.list()).items;

describe('without a mail server', () => {
  test('the activation e-mail is captured at once and readable in the mailbox', async () => {
    const server = await start({ JOBS: 'false' });
    await activate(server);
    expect(await mails(server)).toMatchObject([
      {
        recipient: 'ann@clinic.example',
        subject: expect.stringMatching(/ is activated on carepost$/),
        body: expect.stringContaining(`${server.config.publicUrl}/account/login`),
        status: 'Captured',
        attempts: 0,
        sentAt: null,
      },
    ]);
  });

  test('outside a demo there is no mailbox', async () => {
    const server = await start({ DEMO: 'false' });
    expect(await refusal(server.client('SysAdmin').mailbox.list())).toMatchObject({
      status: 404,
      code: 'E-ROUTE-NOT-FOUND',
    });
  });
});

describe('with a mail server', () => {
  test('the contact and the notification addresses of the organization get it once each', async () => {
    const server = await post();
    const app = await start({ SMTP_URL: server.url, MAIL_FROM: 'no-reply@carepost.example' });
    await activate(app, { settings: { notificationEmails: ['it@clinic.example', 'ANN@clinic.example'] } });
    await expect.poll(async () => (await mails(app)).map(({ status }) => status)).toEqual(['Sent', 'Sent']);
    expect(server.taken.map(({ to }) => to.join()).toSorted()).toEqual(['ann@clinic.example', 'it@clinic.example']);
    const [first] = server.taken;
    expect(first?.from).toBe('no-reply@carepost.example');
    expect(headersOf(first?.raw ?? '')).toContain('From: carepost <no-reply@carepost.example>');
    for (const mail of await mails(app))
      expect(mail).toMatchObject({ attempts: 1, lastError: null, sentAt: expect.any(String) });
  });

  test('a name with line breaks adds no header', async () => {
    const server = await post();
    const app = await start({ SMTP_URL: server.url });
    const id = await create(app);
    // No call takes such a name; databases of earlier releases may have one.
    const name = 'Clinic\r\nBcc: thief@evil.example\r\n\r\nHello';
    await app.database.pool.query('update organizations set name = $2 where id = $1', [id, name]);
    await activateById(app, id);
    await expect.poll(() => server.taken.length).toBe(1);
    const headers = headersOf(server.taken[0]?.raw ?? '');
    expect(headers.filter((line) => /^(bcc|cc|to|subject):/i.test(line))).toEqual([
      'To: ann@clinic.example',
      'Subject: Clinic Bcc: thief@evil.example Hello is activated on carepost',
    ]);
    expect(server.taken[0]?.to).toEqual(['ann@clinic.example']);
  });

  test('what it cannot take now is offered again', async () => {
    const server = await post((offer) => (offer < 3 ? 451 : undefined));
    const app = await start({ SMTP_URL: server.url });
    await activate(app);
    await expect.poll(async () => (await mails(app))[0]?.status, { timeout: 10_000 }).toBe('Sent');
    expect(await mails(app)).toMatchObject([{ attempts: 3, lastError: null }]);
    expect(server.taken).toHaveLength(1);
  });

  test('a mail that is never accepted ends as failed, with the code and without the text of the reply', {
    tags: ['hard'],
  }, async () => {
    const busy = await post(() => 451);
    const app = await start({ SMTP_URL: busy.url });
    await activate(app);
    await expect.poll(async () => (await mails(app))[0]?.status, { timeout: 10_000 }).toBe('Failed');
    expect(await mails(app)).toMatchObject([{ attempts: 3, lastError: 'The mail server answered 451.' }]);
  });

  test('what it refuses for good is not offered again', { tags: ['hard'] }, async () => {
    const server = await post(() => 554);
    const app = await start({ SMTP_URL: server.url });
    await activate(app);
    await expect.poll(async () => (await mails(app))[0]?.status).toBe('Failed');
    expect(server.offers()).toBe(1);
  });

  test('while it is away mail waits', { tags: ['hard'] }, async () => {
    const away = await mailServer();
    await away.close();
    const app = await start({ SMTP_URL: away.url, JOB_RETRY_SECONDS: '60' });
    await activate(app);
    await expect
      .poll(async () => (await mails(app))[0]?.lastError)
      .toMatch(/could not be reached \(ECONNREFUSED\|ESOCKET\)|could not be reached/);
    expect(await mails(app)).toMatchObject([{ status: 'Pending', attempts: 1 }]);
  });
});

describe('a recipient or subject that could break out of its line', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  test.each([
    ['ann@clinic.example\r\nBcc: thief@evil.example', 'Hello'],
    ['ann@clinic.example, thief@evil.example', 'Hello'],
    ['ann@clinic.example', 'Hello\nBcc: thief@evil.example'],
  ])('is refused: %j, %j', async (recipient, subject) => {
    const adding = inTransaction(server.database, (tx) => addMail(tx, server.config, { recipient, subject, body: '' }));
    await expect(adding).rejects.toThrow(/must be one/);
    expect(await mails(server)).toEqual([]);
  });
});
