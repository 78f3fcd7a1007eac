import type { Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clinicalDocument } from '../support/clinicalDocument.ts';
import { allOrSome } from '../support/isHard.ts';
import { hasSamples, sample, samplesIn } from '../support/samples.ts';
import { openViewerSite, show, watch } from '../support/viewerSite.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: Awaited<ReturnType<typeof openViewerSite>>;
let page: Page;
let watched: ReturnType<typeof watch>;
beforeAll(async () => {
  site = await openViewerSite();
  page = await site.visit();
  watched = watch(page, site.url);
});
afterAll(() => site.close());
beforeEach(() => watched.forget());

const nothing = { requested: [], complaints: [] };
const xml = (text: string) => new TextEncoder().encode(text);

/** Counted without any parser of ours. */
const textIn = (path: string) => {
  const bytes = sample(path);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  return /encoding="ISO-8859-1"/i.test(bytes.subarray(0, 200).toString('latin1'))
    ? bytes.toString('latin1')
    : bytes.toString('utf8');
};
const sectionsIn = (text: string) => text.match(/<(?:\w+:)?section[\s>]/g)?.length ?? 0;
const familyIn = (text: string) => {
  const patient = /<(?:\w+:)?patientRole[\s>][\s\S]*?<\/(?:\w+:)?patientRole>/.exec(text)?.[0] ?? '';
  const name = /<(?:\w+:)?family[^>]*>([^<]*)</.exec(patient)?.[1] ?? '';
  return name.replaceAll(/\s+/g, ' ').trim();
};

describe.runIf(hasSamples)('clinical documents', () => {
  test.each(allOrSome(samplesIn('ccda'), 3))(
    '%s shows its patient and all its sections, and asks for nothing',
    { tags: ['scaled'] },
    async (file) => {
      const text = textIn(`ccda/${file}`);
      await show(page, { name: file, mediaType: 'application/xml', bytes: sample(`ccda/${file}`) });
      const patient = page.getByRole('region', { name: 'Patient' }).first();
      await expectLocator(patient).toContainText(familyIn(text), { ignoreCase: true });
      await expectLocator(page.locator('section[data-section]')).toHaveCount(sectionsIn(text));
      expect(watched.seen).toEqual(nothing);
    },
  );

  test.each(samplesIn('hostile').filter((file) => file.endsWith('.xml')))('%s does nothing', async (file) => {
    await show(page, { name: file, mediaType: 'application/xml', bytes: sample(`hostile/${file}`) });
    await expectLocator(page.locator('[data-viewer]')).not.toBeEmpty();
    expect(await page.locator('main').innerText()).not.toMatch(/root:|localhost$/m);
    expect(await page.locator('main script, main iframe, main [onclick], main a[href]').count()).toBe(0);
    expect(watched.seen).toEqual(nothing);
  });

  test('a document that was cut off says so and shows what is there', async () => {
    await show(page, { name: 'cut.xml', bytes: sample('hostile/cda-truncated.xml') });
    await expectLocator(page.getByText('The document is truncated.')).toBeVisible();
    await expectLocator(page.getByRole('region', { name: 'Patient' })).toContainText('Jones');
  });

  test('an unstructured document shows the PDF in it', async () => {
    await show(page, { name: 'envelope.xml', bytes: sample('ccda/hl7-unstructured-embedded-pdf.xml') });
    await expectLocator(page.locator('[data-viewer=pdf] canvas')).toBeVisible();
    expect(watched.seen).toEqual(nothing);
  });
});

describe('a clinical document', () => {
  test('of 8,000 rows is there within seconds; sections and tables open further, and the search reaches all of them', {
    tags: ['hard'],
  }, async () => {
    const row = (section: number, at: number) =>
      `<tr><td>${at}</td><td>finding ${section}-${at}</td><td>5 mg</td></tr>`;
    const section = (at: number) =>
      `<component><section><title>Part ${at}</title><text><table><tbody>${Array.from({ length: 200 }, (_, position) => row(at, position)).join('')}</tbody></table></text></section></component>`;
    const large = clinicalDocument().replace(
      '<component><structuredBody>',
      `<component><structuredBody>${Array.from({ length: 40 }, (_, at) => section(at)).join('')}`,
    );
    const began = performance.now();
    await show(page, { name: 'large.xml', bytes: xml(large) });
    await expectLocator(page.locator('section[data-section]')).toHaveCount(43, { timeout: 20_000 });
    process.stderr.write(`8,000 rows on screen after ${Math.round(performance.now() - began)} ms\n`);
    const closed = page.getByRole('button', { name: /^Show section/ });
    const before = await closed.count();
    expect(before).toBeGreaterThan(10);
    await closed.first().click();
    await expectLocator(closed).toHaveCount(before - 1);
    const more = page.getByRole('button', { name: 'Show 100 more rows' });
    const tables = await more.count();
    await more.first().click();
    await expectLocator(more).toHaveCount(tables - 1);
    await page.getByLabel('Search in document').fill('finding 39-199');
    await expectLocator(page.getByText('1 of 1')).toBeVisible();
    await expectLocator(page.getByRole('cell', { name: 'finding 39-199' })).toBeInViewport();
  });

  test('masks identifiers until the user shows them', async () => {
    await show(page, { name: 'masked.xml', bytes: xml(clinicalDocument()) });
    const main = page.locator('main');
    await expectLocator(main).not.toContainText('123-45-6789');
    await expectLocator(main).not.toContainText('MRN-77812');
    await page.getByRole('button', { name: 'Show identifiers' }).click();
    await expectLocator(page.getByRole('region', { name: 'Patient' })).toContainText('***-**-6789 (SSN)');
    await expectLocator(page.getByText('Record MRN-77812 of ***-**-6789')).toBeVisible();
  });

  test('is searched: hits are counted, and Enter goes from one to the next', async () => {
    await show(page, { name: 'searched.xml', bytes: xml(clinicalDocument()) });
    const search = page.getByLabel('Search in document');
    await search.fill('aspirin');
    await expectLocator(page.getByText('1 of 3')).toBeVisible();
    await search.press('Enter');
    await expectLocator(page.getByText('2 of 3')).toBeVisible();
    await search.press('Shift+Enter');
    await search.press('Shift+Enter');
    await expectLocator(page.getByText('3 of 3')).toBeVisible();
    await search.fill('not there');
    await expectLocator(page.getByText('No matches')).toBeVisible();
  });

  test('sorts tables by date and by number', async () => {
    await show(page, { name: 'sorted.xml', bytes: xml(clinicalDocument()) });
    const table = page.getByRole('table').first();
    const column = async (position: number) => table.locator(`tbody td:nth-child(${position})`).allInnerTexts();
    await table.getByRole('button', { name: 'Date' }).click();
    expect(await column(1)).toEqual(['12/31/2009', 'Feb 1, 2010', '03/02/2011']);
    await table.getByRole('button', { name: 'Value' }).click();
    expect(await column(2)).toEqual(['9 mg', '10 mg', '100 mg']);
    await table.getByRole('button', { name: 'Value' }).click();
    expect(await column(2)).toEqual(['100 mg', '10 mg', '9 mg']);
  });

  test('stores order and hidden sections of a user by section code only', { tags: ['hard'] }, async () => {
    await show(page, { name: 'arranged.xml', bytes: xml(clinicalDocument()) });
    const titles = () => page.locator('section[data-section] h3').allInnerTexts();
    expect(await titles()).toEqual(['Medications', 'Plan', 'Own']);
    await page.getByRole('button', { name: 'Arrange sections' }).click();
    await page.getByRole('button', { name: 'Move Plan up' }).click();
    await page.getByRole('checkbox', { name: 'Show Medications' }).uncheck();
    await page.getByRole('checkbox', { name: 'Show Own' }).uncheck();
    await expectLocator.poll(titles).toEqual(['Plan']);
    await expectLocator
      .poll(() => page.evaluate(() => window.storedPreferences))
      .toEqual({
        'viewer.ccda': { hidden: ['10160-0'], order: ['18776-5', '10160-0'], first: null },
      });
    await show(page, { name: 'again.xml', bytes: xml(clinicalDocument()) });
    await expectLocator.poll(titles).toEqual(['Plan', 'Own']);
    await page.getByRole('button', { name: 'Arrange sections' }).click();
    await page.getByRole('button', { name: 'Use the order of the document' }).click();
    await page.getByLabel('Sections to show at first').fill('1');
    await expectLocator.poll(titles).toEqual(['Medications']);
    await page.getByRole('button', { name: 'Show 2 more sections' }).click();
    await expectLocator.poll(titles).toEqual(['Medications', 'Plan', 'Own']);
    await page.getByLabel('Sections to show at first').fill('');
  });

  test('prints the chosen sections and the patient', async () => {
    await show(page, { name: 'printed.xml', bytes: xml(clinicalDocument()) });
    await page.evaluate(() => {
      window.print = () => {
        document.title = [...document.querySelectorAll('section[data-section]:not(.ccda-unprinted) h3')]
          .map((heading) => heading.textContent)
          .join();
      };
    });
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Medications' }).uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click();
    await expectLocator(page).toHaveTitle('Plan,Own');
    await expectLocator(page.getByRole('dialog')).toBeHidden();
  });

  test('shows pictures of its own and names those of others; links are text', async () => {
    await show(page, { name: 'pictures.xml', bytes: xml(clinicalDocument()) });
    await expectLocator(page.getByRole('img', { name: 'Image of the document' })).toBeVisible();
    await expectLocator(page.getByText('[External image: http://evil.example/x.png]')).toBeVisible();
    await expectLocator(page.getByText('(https://evil.example/read)')).toBeVisible();
    expect(await page.locator('main a').count()).toBe(0);
    expect(watched.seen).toEqual(nothing);
  });

  test.each([
    [
      'undeclared prefixes',
      (text: string) => text.replace(' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"', ''),
    ],
    ['a bare ampersand', (text: string) => text.replace('Good Health', 'Good & Health &nbsp; Clinic')],
    [
      'a blank in a namespace',
      (text: string) => text.replace('<ClinicalDocument', '<ClinicalDocument xmlns:bad="urn:a b"'),
    ],
    ['a byte order mark and something before', (text: string) => `\uFEFFgarbage ${text}`],
    ['a control character', (text: string) => text.replace('Good Health', 'Good \u0002Health')],
  ])('with %s is shown all the same', async (_what, spoil) => {
    await show(page, { name: 'spoilt.xml', bytes: xml(spoil(clinicalDocument())) });
    await expectLocator(page.getByRole('region', { name: 'Patient' })).toContainText('Ann Example');
    await expectLocator(page.locator('section[data-section]')).toHaveCount(3);
    expect(watched.seen).toEqual(nothing);
  });

  const hostile = [
    ['nested far too deep', '<a>'.repeat(200_000)],
    ['of tags without an end', '<a '.repeat(700_000)],
    ['of quotes without an end', '<a "'.repeat(500_000)],
    ['of orders without an end', '<?x'.repeat(700_000)],
    ['of blanks where an address should stand', `<a xmlns="${' '.repeat(2_000_000)}`],
    ['of undeclared prefixes', Array.from({ length: 50_000 }, (_, at) => `<p${at}:a/>`).join('')],
  ] as const;
  test.each(allOrSome(hostile, 1))('%s is shown as text, at once', { tags: ['scaled'] }, async (_what, rest) => {
    const began = performance.now();
    await show(page, { name: 'hostile.xml', bytes: xml(`<ClinicalDocument>${rest}`) });
    await expectLocator(page.getByText(/Its source text is displayed\.|is truncated/)).toBeVisible();
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
