import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { messages } from '../../admin/i18n/en.ts';
import { frameMessages } from '../../admin/i18n/frameMessages.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildStale } from '../../server/operations/buildStale.ts';

const folder = join(import.meta.dirname, '../../dist/admin');
let page = '';
/** Scripts the page names: everything the first load of the organization list fetches. */
let first: string[] = [];
const read = (file: string) => readFileSync(join(folder, file));

beforeAll(async () => {
  // `npm test` has built it before.
  await buildStale((line) => process.stderr.write(`${line}\n`), 'web application');
  page = read('index.html').toString();
  first = [...new Set(Array.from(page.matchAll(/\/assets\/[^"]+\.js/g), ([file]) => file.slice(1)))];
}, 120_000);

describe('built web application', () => {
  it('loads at most 420 KiB of gzipped script to the organization list', () => {
    const bytes = first.reduce((sum, file) => {
      const small = read(file).byteLength < 1024;
      return sum + read(small ? file : `${file}.gz`).byteLength;
    }, 0);
    expect(first.some((file) => /list-/.test(file))).toBe(true);
    expect(bytes).toBeLessThanOrEqual(420 * 1024);
  });
  it('brings no schema library', () => {
    const scripts = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js'));
    for (const file of scripts) expect(read(`assets/${file}`).toString()).not.toMatch(/ZodError|toJSONSchema/);
  });
  it('keeps the editor out of the first load', () => {
    expect(first.some((file) => /Editor|GuidPage|ReportsPage|TaskList|lookups/.test(file))).toBe(false);
  });
  it('uses no text that the first load does not bring', () => {
    const [inFrame, all] = [Object.keys(frameMessages), Object.keys(messages)];
    const pageAreas = all.filter((area) => !inFrame.includes(area)).join('|');
    const ofPages = new RegExp(`["'\`](?:${pageAreas})\\.[a-z][\\w.]*["'\`]`, 'g');
    const used = first.flatMap((file) => read(file).toString().match(ofPages) ?? []);
    // Texts in a module whose other functions the list uses, and the path of a field.
    expect(used.filter((key) => !/bulk\.time|carequality\.organizationOid/.test(key))).toEqual([]);
  });
  it('runs the session before the application', () => {
    const scripts = Array.from(page.matchAll(/<script[^>]*src="([^"]+)"/g), ([, file = '']) => file);
    expect(scripts.some((file) => /\/starting-/.test(file))).toBe(true);
    expect(scripts.filter((file) => /\/(?:react|mui|vendor|frame|index)-/.test(file))).toEqual([]);
    const application = Array.from(page.matchAll(/href="([^"]+)" data-run/g), ([, file = '']) => file);
    expect(application.map((file) => /\/(\w+)-/.exec(file.replace('/assets', ''))?.[1])).toEqual([
      'react',
      'mui',
      'vendor',
      'frame',
    ]);
  });
  it('has no script and no style of its own in the page, and no source map', () => {
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|style=/);
    expect(readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.map'))).toEqual([]);
  });
  it('comes packed, and unpacks to the same', () => {
    const [file = ''] = first.toSorted((one, other) => read(other).byteLength - read(one).byteLength);
    expect(brotliDecompressSync(read(`${file}.br`)).equals(read(file))).toBe(true);
    expect(gunzipSync(read(`${file}.gz`)).equals(read(file))).toBe(true);
  });
});
