import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestSite, expectAccessible, openOrganization, openSharedSite } from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSharedSite();
  page = await site.visitAs('sysadmin', '/admin/organizations');
});
afterAll(() => site.close());

let made = 0;
const organization = (more: Record<string, unknown> = {}) => {
  made += 1;
  return site.server.client('SysAdmin').organizations.create({
    body: {
      name: `Directory Clinic ${made}`,
      subdomain: `directory-clinic-${made}`,
      address: { street: '5 Main Street', city: 'Boise', state: 'ID', zip: '83702', country: 'US' },
      allowedPurposeOfUseCodes: ['TREATMENT'],
      ...more,
    },
  });
};
const oids = async (id: string) => (await site.server.client('SysAdmin').carequality.oids({ params: { id } })).items;
const entries = async (id: string) =>
  (await site.server.client('SysAdmin').carequality.entries({ params: { id } })).items;
const open = (id: string) => openOrganization(site, page, id, 'cq');
const notice = async (text: string) => {
  const news = page.getByText(text).first();
  await expectLocator(news).toBeVisible();
  await news.click();
};
const section = (name: string) => page.getByRole('region', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();

test('alternate OIDs: empty, added, made default and back, changed, deleted after a confirmation', {
  tags: ['hard'],
}, async () => {
  const { id } = await organization();
  await open(id);
  await expectLocator(page.getByText('No alternate OIDs have been configured')).toBeVisible();
  await section('Alternate OIDs').getByRole('button', { name: 'Add' }).first().click();
  const adding = dialog('Add Alternate Organization OID');
  await expectAccessible(page, 'add OID');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expectLocator(adding.getByText('Value is required.')).toBeVisible();
  await adding.getByLabel('Value').fill('1.2.840.99.1');
  await adding.getByRole('button', { name: 'Save' }).click();
  await notice('The OID was added successfully.');
  await press('Make 1.2.840.99.1 the default');
  await expectLocator(page.getByRole('button', { name: 'Unset 1.2.840.99.1 as default' })).toBeVisible();
  await expectLocator.poll(async () => (await oids(id))[0]?.isDefault).toBe(true);
  await press('Edit 1.2.840.99.1');
  await dialog('Edit Alternate Organization OID').getByLabel('Value').fill('1.2.840.99.2');
  await dialog('Edit Alternate Organization OID').getByRole('button', { name: 'Save' }).click();
  await notice('The OID was updated successfully.');
  await press('Delete 1.2.840.99.2');
  await expectAccessible(page, 'delete OID');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await notice('The OID was deleted successfully.');
  expect(await oids(id)).toEqual([]);
});

test('a default flag that the server refuses is taken back', { tags: ['hard'] }, async () => {
  const { id } = await organization();
  await site.server.client('SysAdmin').carequality.addOid({ params: { id }, body: { value: '1.2.840.99.7' } });
  await open(id);
  // The server does not produce this fault on demand.
  await page.route('**/oids', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { code: 'E-UNAVAILABLE', message: 'Not now.', correlationId: 'x' } })
      : route.continue(),
  );
  await press('Make 1.2.840.99.7 the default');
  await notice('There was an error updating this OID.');
  await expectLocator(page.getByRole('button', { name: 'Make 1.2.840.99.7 the default' })).toBeVisible();
  await page.unroute('**/oids');
  expect((await oids(id))[0]?.isDefault).toBe(false);
});

test('directory entries: prefilled from the organization, refused without what is required, saved, switched off', {
  tags: ['hard'],
}, async () => {
  const { id, name } = await organization();
  await open(id);
  await expectLocator(page.getByText('No Directory Entries have been configured')).toBeVisible();
  await section('Directory entries').getByRole('button', { name: 'Add' }).first().click();
  const form = dialog('Add Directory Entry');
  await expectLocator(form.getByLabel('Display name')).toHaveValue(name);
  await expectLocator(form.getByLabel('City')).toHaveValue('Boise');
  await expectLocator(form.getByLabel('Country')).toHaveValue('US');
  await expectAccessible(page, 'add directory entry');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectLocator(form.getByText(/OrganizationId.*required/).first()).toBeVisible();
  await form.getByRole('combobox', { name: 'Responder type' }).click();
  await page.getByRole('option', { name: 'Initiator Only' }).click();
  await form.getByLabel('OrganizationId').fill(`2.16.840.1.113883.3.77.${made}`);
  await form.getByLabel('Other names').fill('Boise Clinic');
  await form.getByLabel('Other names').press('Enter');
  await form.getByRole('button', { name: 'Save' }).click();
  await notice('The Directory Entry was added successfully.');
  expect(await entries(id)).toMatchObject([
    {
      displayName: name,
      responderType: 'InitiatorOnly',
      initiatorOnly: true,
      otherNames: ['Boise Clinic'],
      purposeOfUseCodes: ['TREATMENT'],
      isActive: true,
    },
  ]);
  await press(`Edit ${name}`);
  await dialog('Edit Directory Entry').getByLabel('Legal name').fill('Directory Clinic, P.C.');
  await dialog('Edit Directory Entry').getByRole('button', { name: 'Save' }).click();
  await notice('The Directory Entry was edited successfully.');
  await press(`Deactivate ${name}`);
  const confirmation = page.getByRole('dialog');
  await expectLocator(confirmation).toContainText(name);
  await expectLocator(confirmation).toContainText(`2.16.840.1.113883.3.77.${made}`);
  await expectAccessible(page, 'deactivate directory entry');
  await confirmation.getByRole('button', { name: 'Deactivate' }).click();
  await expectLocator.poll(async () => (await entries(id))[0]?.isActive).toBe(false);
});

test('an import shows what it would do before it writes, and then what it did for each OID', {
  tags: ['hard'],
}, async () => {
  const { id } = await organization();
  const bundle = (await (await fetch(`${site.url}/fhir/Organization?_count=3`)).json()) as {
    entry: { resource: { name: string; identifier: { value: string }[] } }[];
  };
  const known = bundle.entry[0]?.resource;
  const oid = known?.identifier.map(({ value }) => value).find((value) => /^(urn:oid:)?\d+(\.\d+)+$/.test(value)) ?? '';
  expect(oid).not.toBe('');
  await open(id);
  await section('Directory entries').getByRole('button', { name: 'Import' }).first().click();
  const form = dialog('Import Directory Entries from the FHIR Directory');
  for (const text of [oid.replace('urn:oid:', ''), '2.16.840.1.113883.3.999.404']) {
    await form.getByRole('textbox', { name: 'Oids' }).fill(text);
    await form.getByRole('textbox', { name: 'Oids' }).press('Enter');
  }
  await form.getByRole('button', { name: 'Preview' }).click();
  await expectLocator(form.getByText('Nothing has been written yet.', { exact: false })).toBeVisible();
  await expectLocator(form).toContainText(known?.name ?? 'a name');
  await expectAccessible(page, 'import preview');
  expect(await entries(id)).toEqual([]);
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  await expectLocator(form.getByText('The import is done:')).toBeVisible();
  expect((await entries(id)).map(({ displayName }) => displayName)).toEqual([known?.name]);
});

test('an organization outside Carequality gets the reason why nothing can be added', { tags: ['hard'] }, async () => {
  const { id } = await organization({ carequality: { isParticipating: false } });
  await open(id);
  await expectLocator(page.getByText(/does not participate in Carequality/)).toBeVisible();
  await expectAccessible(page, 'not participating');
});

test('a directory that cannot be loaded displays the message of the server and an empty list', {
  tags: ['hard'],
}, async () => {
  const { id } = await organization();
  await page.route('**/directoryentries', (route) =>
    route.fulfill({ status: 503, json: { code: 'E-UNAVAILABLE', message: 'The shelf is empty.', correlationId: 'x' } }),
  );
  await open(id);
  await expectLocator(page.getByText('The shelf is empty.')).toBeVisible();
  await page.unroute('**/directoryentries');
  await press('Retry');
  await expectLocator(page.getByText('No Directory Entries have been configured')).toBeVisible();
});
