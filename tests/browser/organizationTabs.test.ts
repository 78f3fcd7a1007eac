import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import {
  type TestSite,
  expectAccessible,
  expectNoSidewaysScroll,
  follow,
  openSite,
  openOrganization,
  openPath,
} from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { allOrSome } from '../support/isHard.ts';
import { looks } from '../support/looks.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSite({ env: { WEST_FAX_INTERFACE: 'true' } });
  page = await site.visitAs('sysadmin', '/admin/organizations');
});
afterAll(() => site.close());

let made = 0;
const organization = (more: Record<string, unknown> = {}) => {
  made += 1;
  return site.server.client('SysAdmin').organizations.create({
    body: { name: `Tab Clinic ${made}`, subdomain: `tab-clinic-${made}`, numberOfUsers: 2, ...more },
  });
};
const get = (id: string) => site.server.client('SysAdmin').organizations.get({ params: { id } });
const open = (id: string, tab = '') => openOrganization(site, page, id, tab);
const save = () => page.getByRole('button', { name: 'Save Changes' }).click();
const notice = (text: string) => expectLocator(page.getByText(text).first()).toBeVisible();
const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const addTag = async (label: string, text: string) => {
  const box = page.getByRole('textbox', { name: label });
  await box.fill(text);
  await box.press('Enter');
};

interface FormTab {
  readonly tab: string;
  /** Types values that are right. */
  readonly change: () => Promise<void>;
  readonly changed: (saved: Organization) => unknown;
  readonly expected: unknown;
  /** Types values that are wrong; the text that says so. */
  readonly spoil: () => Promise<void>;
  readonly refusal: string;
  /** What another user writes meanwhile, and how the conflict names it. */
  readonly remote: Record<string, unknown>;
  readonly field: string;
}

const oid = '2.16.840.1.113883.3.4321';
const formTabs: readonly FormTab[] = [
  {
    tab: '',
    change: () => page.getByLabel('City').fill('Portland'),
    changed: (saved) => saved.address.city,
    expected: 'Portland',
    spoil: () => page.getByLabel('NPI').fill('123'),
    refusal: 'NPI',
    remote: { address: { city: 'Salem' } },
    field: 'City',
  },
  {
    tab: 'contact',
    change: () => page.getByLabel('First name').fill('Ada'),
    changed: (saved) => saved.contact.firstName,
    expected: 'Ada',
    spoil: () => page.getByLabel('E-mail').fill('nobody'),
    refusal: 'e-mail',
    remote: { contact: { firstName: 'Grace' } },
    field: 'First name',
  },
  {
    tab: 'settings',
    change: () => page.getByLabel('Maximum number of addresses').fill('7'),
    changed: (saved) => saved.direct.maxAddresses,
    expected: 7,
    spoil: () => page.getByLabel('Name of the records address').fill('two..dots'),
    refusal: "Direct Address can't have consecutive period character.",
    remote: { direct: { maxAddresses: 9 } },
    field: 'Maximum number of addresses',
  },
  {
    tab: 'carequality',
    change: () => page.getByLabel('Organization OID').fill(oid),
    changed: (saved) => saved.carequality.organizationOid,
    expected: oid,
    spoil: () => page.getByLabel('HomeCommunityId').fill('not an oid'),
    refusal: 'Enter a valid OID, such as 2.16.840.1.113883.3.1234.',
    remote: { carequality: { organizationOid: `${oid}.9` } },
    field: 'Organization OID',
  },
  {
    tab: 'qhin',
    change: () => page.getByLabel('QHIN name').fill('Northern QHIN'),
    changed: (saved) => saved.qhin.qhinName,
    expected: 'Northern QHIN',
    spoil: () => page.getByLabel('Participant OID').fill('1.x'),
    refusal: 'Enter a valid OID, such as 2.16.840.1.113883.3.1234.',
    remote: { qhin: { qhinName: 'Southern QHIN' } },
    field: 'QHIN name',
  },
  {
    tab: 'ipaddresses',
    change: () => addTag('Allowed IP addresses', '203.0.113.7'),
    changed: (saved) => saved.allowedIpAddresses,
    expected: ['203.0.113.7'],
    spoil: () => addTag('Allowed IP addresses', '999.1.1.1'),
    refusal: 'Enter a valid IPv4 address, such as 203.0.113.7.',
    remote: { allowedIpAddresses: ['198.51.100.1'] },
    field: 'Allowed IP addresses',
  },
];

test.each(allOrSome(formTabs, 1))(
  'tab "$tab": what is wrong is not sent, and the tab is flagged',
  { tags: ['scaled'] },
  async ({ tab, spoil, refusal }) => {
    const { id, version } = await organization();
    await open(id, tab);
    await spoil();
    await save();
    await notice('Please fill out all required fields.');
    await notice(refusal);
    await expectLocator(page.getByRole('tab', { name: /correct/ })).toHaveCount(1);
    await expectAccessible(page, `${tab}, refused`);
    expect((await get(id)).version).toBe(version);
  },
);

test.each(formTabs)(
  'tab "$tab": a conflict shows both values; what is chosen is saved',
  { tags: ['hard'] },
  async ({ tab, change, changed, expected, remote, field }) => {
    const { id } = await organization();
    await open(id, tab);
    await change();
    await site.server.client('SysAdmin').organizations.update({ params: { id }, body: remote });
    await save();
    const dialog = page.getByRole('dialog');
    await expectLocator(dialog).toContainText(' was changed meanwhile');
    // The first tab's is looked at where the editor is tested; this one has a list of values.
    if (tab === 'ipaddresses') await expectAccessible(page, `${tab}, conflict`);
    await dialog.getByRole('radio', { name: `Keep mine: ${field}` }).click();
    await dialog.getByRole('button', { name: 'Save again' }).click();
    await notice('The organization was saved successfully.');
    await page.waitForURL((url) => url.pathname === '/admin/organizations');
    expect(changed(await get(id))).toEqual(expected);
  },
);

test('QHIN: who takes part has to say through whom and as what', { tags: ['hard'] }, async () => {
  const { id } = await organization();
  await open(id, 'qhin');
  await page.getByLabel('Participates through a QHIN').click();
  await save();
  await notice('Please fill out all required fields.');
  await page.getByLabel('QHIN name').fill('Northern QHIN');
  await choose('Entity type', 'Participant');
  await page.getByLabel('Participant OID').fill(`${oid}.${made}`);
  await save();
  await page.waitForURL((url) => url.pathname === '/admin/organizations');
  expect((await get(id)).qhin).toMatchObject({ isParticipating: true, entityType: 'Participant' });
});

test('features and purposes of use are chosen by checkbox and stored', { tags: ['hard'] }, async () => {
  const { id } = await organization();
  await open(id);
  await page.getByLabel('Triage').check();
  await page.getByRole('tab', { name: 'Carequality', exact: true }).click();
  await page.getByLabel(/^Treatment/).check();
  await save();
  await page.waitForURL((url) => url.pathname === '/admin/organizations');
  const saved = await get(id);
  expect(saved.enabledFeatures).toContain('Triage');
  expect(saved.allowedPurposeOfUseCodes).toEqual(['TREATMENT']);
});

test('a lookup leads to its record', { tags: ['hard'] }, async () => {
  const { items } = await site.server.client('SysAdmin').networks.list({ query: { pageSize: 1 } });
  const { id } = await organization({ networkDbId: items[0]?.id });
  await open(id);
  await expectLocator(page.getByRole('link', { name: `Open ${items[0]?.name}` })).toHaveAttribute(
    'href',
    `/admin/networks/${items[0]?.id}`,
  );
});

test('before an organization is saved only Details and Primary Contact are there', { tags: ['hard'] }, async () => {
  await openPath(page, `/admin/organizations/add`);
  await expectLocator(page.getByRole('tab')).toHaveText(['Details', 'Primary Contact']);
});

const tabs = [
  ['', 'Details'],
  ['/contact', 'Primary Contact'],
  ['/efax', 'eFax'],
  ['/westfax', 'WestFax'],
  ['/direct', 'Direct'],
  ['/settings', 'Settings'],
  ['/serviceaccount', 'Service Accounts'],
  ['/carequality', 'Carequality'],
  ['/cq', 'Directory'],
  ['/qhin', 'QHIN'],
  ['/info', 'Info'],
  ['/ipaddresses', 'IP Addresses'],
  ['/subscription', 'Subscription'],
] as const;

test('WestFax shows only with its feature', { tags: ['hard'] }, async () => {
  const { id } = await organization();
  await open(id);
  await expectLocator(page.getByRole('tab')).toHaveText(tabs.map(([, name]) => name));
});

test.each(looks)(
  'at %i wide, dark %s, the tabs are accessible and nothing sticks out',
  { tags: ['hard'] },
  async (width, dark) => {
    const { rows } = await site.server.database.pool.query<{ organization_id: string }>(
      'select organization_id from directory_entries limit 1',
    );
    const id = rows[0]?.organization_id ?? (await organization()).id;
    const other = await site.visitAs('sysadmin', `/admin/organizations/${id}`, { width, dark });
    for (const [tab, name] of allOrSome(tabs, 1)) {
      await follow(other, `/admin/organizations/${id}${tab}`);
      const selected = other.getByRole('tab', { name, exact: true, selected: true });
      await expectLocator(selected).toBeInViewport({ ratio: 0.99 });
      await expectLocator(other.getByRole('tabpanel')).toBeVisible();
      await expectLocator(other.getByRole('progressbar')).toHaveCount(0);
      await expectAccessible(other, `${tab} at ${width}`);
      await expectNoSidewaysScroll(other, `${tab} at ${width}`);
    }
    await site.leave(other);
  },
);
