import { afterAll, beforeAll, expect, test } from 'vitest';
import { damagedBody } from '../../../server/documents/documents.ts';
import { runWorkflow } from '../../../server/exchange/runWorkflow.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { cdaOf } from '../documents/documentBuilders.ts';
import { type Address, exchangeDoors, usableAddresses } from './engineSetup.ts';

let app: TestApp;
let doors: ReturnType<typeof exchangeDoors>;
let here: Address;
beforeAll(async () => {
  app = await startApp();
  doors = exchangeDoors(app);
  const [first] = await usableAddresses(app.database);
  if (!first) throw new Error('The demo data has no direct address.');
  here = first;
});
afterAll(async () => {
  await doors.close();
  await app.close();
});

const second =
  '<recordTarget><patientRole><id root="1" extension="B-2"/><patient><name><family>Other</family></name></patient></patientRole></recordTarget>';
const body = '<nonXMLBody><text mediaType="application/pdf" representation="B64">!!</text></nonXMLBody>';

test.each([
  ['a damaged file in its body', /<structuredBody>.*<\/structuredBody>/s, body, damagedBody],
  ['two patients', /<component>/, `${second}<component>`, /about 2 patients/],
])(
  'a document with %s is accepted, processed, and the inspector says why it is in doubt',
  async (_what, from, to, problem) => {
    const bytes = Buffer.from(cdaOf().toString().replace(from, to));
    const { mailMessageId, workflowId } = await doors.receive(here, { attachments: [{ name: 'note.xml', bytes }] });
    await runWorkflow(doors.services, { workflowId }, { signal: new AbortController().signal });
    const record = await app
      .client('SysAdmin')
      .messages.get({ params: { id: mailMessageId } }, { reason: 'checks the problem' });
    expect(record.attachments[0]?.problem).toMatch(problem);
    expect(record.attachments[0]?.patient?.lastName).toBe('Beispiel');
    const { rows } = await app.database.pool.query<{ status: string; meta: object }>(
      `select w.status, s.meta from workflows w join workflow_steps s on s.workflow_id = w.id
     where w.mail_message_id = $1 and s.step_name = 'Extract'`,
      [mailMessageId],
    );
    expect(rows).toMatchObject([{ status: 'Completed', meta: { documents: 1, inDoubt: 1 } }]);
    const listed = await app.app.inject({
      url: `/odata/mailattachments?$filter=MailMessageId eq ${mailMessageId}`,
      headers: { authorization: `Bearer ${app.as('SysAdmin')}` },
    });
    expect(listed.json<{ value: { Problem: string }[] }>().value[0]?.Problem).toMatch(problem);
  },
);
