import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { addMessages, anyOrganization } from './messageRows.ts';

let running: TestApp;
let organization = '';
let first = 0;
let guid = '';
beforeAll(async () => {
  running = await startApp();
  await asOwner(running.database, 'truncate mail_messages cascade');
  organization = await anyOrganization(running.database);
  const ids = await addMessages(running.database, [
    { sender: 'ann@direct.north.example', status: 9, type: 1, channel: 'Direct', createdDate: '2026-08-01T06:00:00Z' },
    { sender: "o'neil@direct.north.example", status: 12, type: 1, channel: 'Fax', createdDate: '2026-08-02T06:00:00Z' },
    {
      sender: 'ben_x@direct.south.example',
      status: 0,
      type: 2,
      channel: 'Direct',
      createdDate: '2026-08-03T06:00:00Z',
    },
    { sender: 'Annette@Direct.South.example', status: 2, type: 2, isDraft: true, createdDate: '2026-08-04T06:00:00Z' },
    {
      sender: '100%@direct.south.example',
      size: 5,
      systemReceivedDate: '2026-08-05T07:00:00Z',
      createdDate: '2026-08-05T06:00:00Z',
    },
  ]);
  first = ids[0] ?? 0;
  const { rows } = await running.database.pool.query<{ id: string }>(
    'select workflow_id as id from mail_messages where id = $1',
    [first],
  );
  guid = rows[0]?.id ?? '';
});
afterAll(() => running.close());

const ask = (query: Record<string, string>, set = 'mailmessages') =>
  running.app.inject({
    method: 'GET',
    url: `/odata/${set}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${running.as('SysAdmin')}` },
  });

interface Answer {
  readonly value: readonly { readonly MailMessageId: number }[];
  readonly '@odata.count': number;
}

/** Which of the five messages a filter finds, by their order. */
const match = async ($filter: string) => {
  const response = await ask({ $filter, $orderby: 'MailMessageId', $count: 'true' });
  expect(response.statusCode, `${$filter}: ${response.body}`).toBe(200);
  const { value, '@odata.count': count } = response.json<Answer>();
  expect(count).toBe(value.length);
  return value.map(({ MailMessageId }) => MailMessageId - first + 1);
};

const all = [1, 2, 3, 4, 5];
const expressions: readonly [string, readonly number[]][] = [
  ['', all],
  ['   ', all],
  ['IsDraft eq false', [1, 2, 3, 5]],
  ['IsDraft', [4]],
  ['not IsDraft', [1, 2, 3, 5]],
  ['not (not IsDraft)', [4]],
  ['isdraft EQ TRUE', [4]],
  ['false eq IsDraft', [1, 2, 3, 5]],
  ["Contains(Sender,'ann') eq true", [1, 4]],
  ["contains(Sender,'ann')", [1, 4]],
  ["substringof('ann',Sender)", [1, 4]],
  ["substringof('ann',Sender) eq false", [2, 3, 5]],
  ["not contains(Sender,'ann')", [2, 3, 5]],
  ["startswith(Sender,'ann')", [1, 4]],
  ["endswith(Sender,'NORTH.example')", [1, 2]],
  ["contains(tolower(Sender),'annette')", [4]],
  ["tolower(Sender) eq 'annette@direct.south.example'", [4]],
  ["toupper(Channel) eq 'FAX'", [2]],
  ["indexof(Sender, 'direct') eq 4", [1]],
  ["Sender eq 'o''neil@direct.north.example'", [2]],
  ["contains(Sender,'_')", [3]],
  ["contains(Sender,'100%')", [5]],
  ['length(Channel) eq 3', [2]],
  ['Status eq 9', [1, 5]],
  ['Status ne 9', [2, 3, 4]],
  ['9 eq Status', [1, 5]],
  ['10 lt Status', [2]],
  ['(Status eq 9 or Status eq 12)', [1, 2, 5]],
  ['(Status eq 9 or Status eq 12) eq false', [3, 4]],
  ['( (Status eq 9) or (Status eq 12) ) eq true', [1, 2, 5]],
  ['Status in (0,2)', [3, 4]],
  ["Channel in ('Fax')", [2]],
  ["Contains(Cast(Status,'Edm.String'),'2') eq true", [2, 4]],
  ["contains(cast(Status,Edm.String),'2')", [2, 4]],
  ['Type eq 2 and IsDraft eq false', [3]],
  ["Type eq 2 and (Status eq 0 or Channel eq 'Fax')", [3]],
  ["CreatedDate ge '2026-08-03T00:00:00Z'", [3, 4, 5]],
  ["CreatedDate ge datetime'2026-08-03T00:00:00'", [3, 4, 5]],
  ["CreatedDate lt datetimeoffset'2026-08-02T08:00:00+02:00'", [1]],
  ['CreatedDate ge 2026-08-03T06:00:00Z and CreatedDate le 2026-08-04T06:00:00.000Z', [3, 4]],
  ['CreatedDate gt 2026-08-04', [4, 5]],
  ['day(CreatedDate) eq 2 and month(CreatedDate) eq 8 and year(CreatedDate) eq 2026', [2]],
  ['date(CreatedDate) eq 2026-08-02', [2]],
  ['CreatedDate lt now()', all],
  ['SystemReceivedDate eq null', [1, 2, 3, 4]],
  ['SystemReceivedDate ne null', [5]],
  ['null eq SystemReceivedDate', [1, 2, 3, 4]],
  ["SystemReceivedDate ne '2026-08-05T07:00:00Z'", [1, 2, 3, 4]],
  ['Size lt 10', [5]],
  ['Size lt 10.5', [5]],
  ['Size lt 10L', [5]],
  ['Size gt -1', all],
  ['MailMessageId eq 99999999999999999999999', []],
  ["WorkflowType eq 'MessageSendWorkflow'", [3, 4]],
  [Array(150).fill('IsDraft eq false').join(' and '), [1, 2, 3, 5]],
  [`${'('.repeat(59)}IsDraft eq true${')'.repeat(59)}`, [4]],
];

test.each(expressions)('%s', async (expression, expected) => {
  expect(await match(expression)).toEqual(expected);
});

test('ids are compared bare, typed and in quotes', async () => {
  for (const literal of [guid, `guid'${guid}'`, `'${guid}'`])
    expect(await match(`WorkflowId eq ${literal}`)).toEqual([1]);
  expect(await match(`TenantId eq ${organization}`)).toEqual(all);
});

test('names of organizations can be looked for', async () => {
  expect(await match("contains(OrganizationName,'no such name')")).toEqual([]);
  expect(await match('OrganizationName ne null')).toEqual(all);
});

describe('what makes no sense is refused with the place, quickly', () => {
  const refused: readonly [string, RegExp][] = [
    ["Sender eq 'O'Neil'", /position/],
    ["Sender eq 'open", /position 11/],
    ["Subject eq 'x'", /MailMessage has no property Subject/],
    ["contains(Body,'x')", /no property Body/],
    ['patient eq 1', /no property/],
    ['1=1; drop table mail_messages; --', /position/],
    ["Sender eq 'a' or 1 eq 1; select 1", /position/],
    ['pg_sleep(10) eq 1', /no function pg_sleep/],
    ["constructor('a','b')", /no function constructor/],
    ["__proto__('a')", /no function __proto__/],
    ["MailAttachments/Name eq 'x'", /other entities/],
    ['MailAttachments/any(a: a/Size gt 1)', /other entities/],
    ['Status eq abc', /no property abc/],
    ["Status eq 'abc'", /a number/],
    ['IsDraft eq 5', /true or false/],
    ["CreatedDate gt 'yesterday'", /a date/],
    ["CreatedDate gt '2026-13-45'", /a date/],
    ['CreatedDate gt 2026-02-30', /a date/],
    ["WorkflowId eq 'x'", /an id/],
    ["contains(Status,'1')", /a text/],
    ['Status', /true or false/],
    ['Status eq', /ends/],
    ['and', /no property and/],
    ['(IsDraft', /\) is expected/],
    ['IsDraft) or (IsDraft', /expected/],
    ['Status in ()', /at least one/],
    ['IsDraft gt true', /no order/],
    ['Status gt null', /no order/],
    ["cast(Sender,'Edm.Int32') eq 1", /Edm.String only/],
    ["binary'00' eq 1", /type/],
    ['Sender eq "x"', /position/],
    [`${'('.repeat(100)}IsDraft${')'.repeat(100)}`, /deeper than 60/],
    [`${'not '.repeat(100)}IsDraft`, /deeper than 60/],
    [`${'tolower('.repeat(100)}Sender${')'.repeat(100)} eq 'x'`, /deeper than 60/],
    [Array(230).fill('Status eq 1').join(' or '), /more than 200/],
  ];
  test.each(refused)('%s', async (expression, text) => {
    const started = process.cpuUsage();
    const response = await ask({ $filter: expression });
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(1_000);
    expect(response.statusCode, response.body).toBe(400);
    const { code, message, error } = response.json<ErrorBody & { error: { code: string; message: string } }>();
    expect([code, error]).toEqual(['E-ODATA', { code, message }]);
    expect(message).toMatch(text);
    expect(message).toContain('$filter');
  });

  test('a filter of more than 4,000 characters', async () => {
    const response = await ask({ $filter: `Sender eq '${'x'.repeat(4000)}'` });
    expect(response.statusCode).toBe(400);
  });

  test('a set that does not exist, and one that is written to', async () => {
    const unknown = await ask({}, 'users');
    expect([unknown.statusCode, unknown.json<{ error: { code: string } }>().error.code]).toEqual([
      404,
      'E-ROUTE-NOT-FOUND',
    ]);
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'] as const) {
      const headers = { authorization: `Bearer ${running.as('SysAdmin')}` };
      for (const url of ['/odata/mailmessages', `/odata/mailmessages(${first})`]) {
        const response = await running.app.inject({ method, url, headers });
        expect([method, url, response.statusCode, response.headers['allow']]).toEqual([method, url, 405, 'GET']);
      }
    }
  });
});
