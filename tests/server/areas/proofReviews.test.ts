import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { manualProofMaxBytes } from '../../../shared/contract/uploadSizes.ts';
import { secondAdministrator } from '../../support/secondAdministrator.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { type Member, newAdministrator, photo, verify } from '../proofing/proofingVisitor.ts';
import { lastAudit, refusal } from './organizationBuilders.ts';
import { fileOf } from './termsBuilders.ts';

let server: TestApp;
let reviewer: Client;
beforeAll(async () => {
  server = await startApp();
  reviewer = server.client('SysAdmin');
});
afterAll(() => server.close());

/** An administrator whose verification failed. */
const failed = async (): Promise<Member> => {
  const member = await newAdministrator(server);
  await member.client.idproofing.validate({ body: { id: await verify(server, member, 'fail') } });
  return member;
};
const pendingOf = async ({ userName }: Member) => {
  const { items } = await reviewer.idproofing.reviews({ query: { search: userName, status: 'Pending' } });
  return items[0]?.id ?? '';
};
const submitted = async () => {
  const member = await failed();
  await member.client.idproofing.manual({ file: photo });
  return { member, params: { id: await pendingOf(member) } };
};
const stateOf = async ({ client }: Member) => (await client.profile.get({})).idProofProcessStatus;
const pendingReviews = async (userId: string) =>
  (
    await server.database.pool.query<{ organization_id: string }>(
      `select organization_id from proof_reviews where user_id = $1 and status = 'Pending'`,
      [userId],
    )
  ).rows;
/** The same document in the queue of another organization. */
const reviewInOther = (id: string, organizationId: string) =>
  server.database.pool.query(
    `insert into proof_reviews (id, organization_id, user_id, file_name, media_type, size)
     select gen_random_uuid(), $2, user_id, file_name, media_type, size from proof_reviews where id = $1`,
    [id, organizationId],
  );
const mailsTo = async ({ userName }: Member) =>
  (
    await server.database.pool.query<{ subject: string; body: string }>(
      'select subject, body from mails where recipient = $1 order by created_at',
      [userName],
    )
  ).rows;

describe('a document for a manual proofing', () => {
  test('is taken by its content, up to 20 MB, when it is expected, and once', { tags: ['hard'] }, async () => {
    const member = await failed();
    const { idproofing } = member.client;
    const script = fileOf('<script>alert(1)</script>', 'license.png', 'image/png');
    expect(await refusal(idproofing.manual({ file: script }))).toMatchObject({ status: 415, code: 'E-FILE-TYPE' });
    const large = fileOf(new Uint8Array(manualProofMaxBytes + 1), 'large.png', 'image/png');
    expect(await refusal(idproofing.manual({ file: large }))).toMatchObject({
      status: 413,
      modelState: { file: ['The file is too large: at most 20 MB are taken.'] },
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => idproofing.manual({ file: photo })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stateOf(member)).toBe('Awaiting_Manual_Proofing');
    expect(await refusal(idproofing.manual({ file: photo }))).toMatchObject({ code: 'E-PROOFING-STEP' });
    const fresh = await newAdministrator(server);
    expect(await refusal(fresh.client.idproofing.manual({ file: photo }))).toMatchObject({ code: 'E-PROOFING-STEP' });
  });

  test('is sent as a form with nothing but the file, as the specification has it', async () => {
    const member = await failed();
    const accessToken = await server.app.identity.signAccessToken({
      subject: member.userId,
      kind: 'user',
      role: 'Administrator',
    });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(photo.bytes)]), 'license.png');
    const encoded = new Response(form);
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/idproofing/manual',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    expect([response.statusCode, response.json()]).toEqual([200, { idProofProcessStatus: 'Awaiting_Manual_Proofing' }]);
  });

  test('is encrypted in the database, also when it has become the document of the user', async () => {
    const { member, params } = await submitted();
    const { pool } = server.database;
    const { rows: waiting } = await pool.query<{ content: Buffer }>('select content from proof_reviews where id = $1', [
      params.id,
    ]);
    await reviewer.idproofing.approve({ params });
    const { rows: kept } = await pool.query<{ content: Buffer }>('select content from id_proofs where user_id = $1', [
      member.userId,
    ]);
    const image = Buffer.from(photo.bytes).subarray(0, 16);
    for (const { content } of [...waiting, ...kept]) expect(content.includes(image)).toBe(false);
    expect([waiting.length, kept.length]).toEqual([1, 1]);
    const { bytes } = await reviewer.users.idProof({ params: { id: member.userId } });
    expect(Buffer.from(bytes).equals(Buffer.from(photo.bytes))).toBe(true);
  });

  test('is seen by reviewers beside the data, and every look is audited', async () => {
    const { member, params } = await submitted();
    const { organizationId, userName } = member;
    const queue = await reviewer.idproofing.reviews({ query: { pageSize: 100, status: 'Pending' } });
    expect(queue.items.map(({ uploadedAt }) => uploadedAt)).toEqual(
      queue.items.map((item) => item.uploadedAt).toSorted(),
    );
    expect(await reviewer.idproofing.review({ params })).toMatchObject({
      status: 'Pending',
      organizationId,
      userName,
      name: 'Ada Quill',
      fileName: 'photo.png',
      mediaType: 'image/png',
      size: photo.bytes.length,
      hasDocument: true,
      decidedBy: null,
    });
    const document = await reviewer.idproofing.document({ params });
    expect(Buffer.from(document.bytes).equals(Buffer.from(photo.bytes))).toBe(true);
    expect(await reviewer.idproofing.organization({ params: { id: organizationId } })).toMatchObject({
      idProofProcessStatus: 'Awaiting_Manual_Proofing',
      isIdProofed: false,
      isActivated: false,
      pendingReviewId: params.id,
    });
    const { rows } = await server.database.pool.query<{ action: string }>(
      'select action from audit_entries where target_id = $1 and is_read order by id',
      [params.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['idproofing.review', 'idproofing.document']);
    expect(await refusal(member.client.idproofing.document({ params }))).toMatchObject({ status: 403 });
  });

  test('that is approved becomes the document of the user; the organization is proofed and the person is told', async () => {
    const { member, params } = await submitted();
    const review = await reviewer.idproofing.approve({ params });
    expect(review).toMatchObject({ status: 'Approved', decidedBy: expect.any(String), hasDocument: false });
    expect(await member.client.profile.get({})).toMatchObject({
      orgIsIdProofed: true,
      idProofProcessStatus: 'Proofed_Manually',
    });
    expect(await reviewer.users.get({ params: { id: member.userId } })).toMatchObject({
      idProofStatus: 'Proofed_Manually',
      idProofFileName: 'photo.png',
    });
    expect(await refusal(reviewer.idproofing.document({ params }))).toMatchObject({ status: 404 });
    expect(await mailsTo(member)).toEqual([
      { subject: 'Your identity is verified', body: expect.stringContaining('2-3 business days') },
    ]);
    expect(await lastAudit(server, member.organizationId)).toMatchObject({
      action: 'idproofing.approve',
      changes: { idProofStatus: { before: 'Awaiting_Manual_Proofing', after: 'Proofed_Manually' } },
    });
  });

  test('that is refused is deleted, and the person learns why and sends another one', async () => {
    const { member, params } = await submitted();
    const reason = 'The photo shows another person.';
    const review = await reviewer.idproofing.refuse({ params, body: { reason } });
    expect(review).toMatchObject({ status: 'Refused', reason, hasDocument: false });
    expect(await stateOf(member)).toBe('Awaiting_Proof_Upload');
    expect((await mailsTo(member))[0]?.body).toContain(reason);
    await member.client.idproofing.manual({ file: photo });
    expect(await pendingOf(member)).not.toBe(params.id);
    expect(await refusal(reviewer.idproofing.refuse({ params, body: { reason: ' ' } }))).toMatchObject({ status: 400 });
  });

  test('is decided once, also when two reviewers decide at the same moment', async () => {
    const { member, params } = await submitted();
    const other = await secondAdministrator(server);
    const outcomes = await Promise.allSettled([
      reviewer.idproofing.approve({ params }),
      other.idproofing.refuse({ params, body: { reason: 'Not readable.' } }),
      reviewer.idproofing.refuse({ params, body: { reason: 'Not readable.' } }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'E-PROOFING-DECIDED' });
    expect(await mailsTo(member)).toHaveLength(1);
  });

  test('is withdrawn with the account of its user, whose organization starts again', async () => {
    const { member, params } = await submitted();
    const colleague = await newAdministrator(server, member.organizationId);
    await reviewer.users.delete({ params: { id: member.userId } });
    expect(await reviewer.idproofing.review({ params })).toMatchObject({ status: 'Withdrawn', hasDocument: false });
    expect(await pendingOf(member)).toBe('');
    expect(await refusal(reviewer.idproofing.approve({ params }))).toMatchObject({ code: 'E-PROOFING-DECIDED' });
    expect(await stateOf(colleague)).toBe('Not_Id_Proofed');
    expect(await lastAudit(server, member.userId)).toMatchObject({
      action: 'users.delete',
      changes: { [`review ${params.id}`]: { before: 'Pending', after: 'Withdrawn' } },
    });
  });

  test('is withdrawn when its user leaves the organization, by whichever call, and only there', async () => {
    const { users, organizations } = reviewer;
    const leave: Record<string, (member: Member, colleague: Member) => Promise<unknown>> = {
      'people.delete': ({ userId }, colleague) => colleague.client.people.delete({ params: { id: userId } }),
      'users.unassign': ({ userId, organizationId }) => users.unassign({ body: { userId, organizationId } }),
      'organizations.removeUser': ({ userId, organizationId }) =>
        organizations.removeUser({ params: { id: organizationId, userId } }),
    };
    for (const [action, send] of Object.entries(leave)) {
      const { member, params } = await submitted();
      const { organizationId, userId } = member;
      const colleague = await newAdministrator(server, organizationId);
      const elsewhere = await newAdministrator(server);
      // A document in another organization stays in the queue.
      await users.assign({ body: { userId, organizationId: elsewhere.organizationId, isAdministrator: true } });
      await reviewInOther(params.id, elsewhere.organizationId);
      await send(member, colleague);
      expect(await reviewer.idproofing.review({ params }), action).toMatchObject({
        status: 'Withdrawn',
        hasDocument: false,
      });
      expect(await stateOf(colleague)).toBe('Not_Id_Proofed');
      expect((await pendingReviews(userId)).map(({ organization_id }) => organization_id)).toEqual([
        elsewhere.organizationId,
      ]);
      const target = action === 'organizations.removeUser' ? organizationId : userId;
      expect(await lastAudit(server, target)).toMatchObject({
        action,
        changes: { [`review ${params.id}`]: { before: 'Pending', after: 'Withdrawn' } },
      });
    }
  });

  test('and its user end together, also when a reviewer decides while the user is deleted', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { member, params } = await submitted();
      await newAdministrator(server, member.organizationId);
      const [decided, deleted] = await Promise.allSettled([
        reviewer.idproofing.approve({ params }),
        reviewer.users.delete({ params: { id: member.userId } }),
      ]);
      expect(deleted.status).toBe('fulfilled');
      if (decided.status === 'rejected') expect(decided.reason).toMatchObject({ code: 'E-PROOFING-DECIDED' });
      const { status } = await reviewer.idproofing.review({ params });
      expect(status).toBe(decided.status === 'fulfilled' ? 'Approved' : 'Withdrawn');
    }
  });
});
