import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The rules between folders (README, "the folders"): read from the imports of every source file, enforced by pattern. */

const root = resolve(import.meta.dirname, '../..');
const skipped = new Set(['node_modules', 'dist', '.git', '.carepost', 'test-results', 'migrations']);

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesUnder(path);
    return /\.(ts|tsx|js|mjs|css)$/.test(entry.name) ? [path] : [];
  });

const files = filesUnder(root).map((path) => relative(root, path).replaceAll('\\', '/'));
const sources = files.filter((file) => /\.(ts|tsx)$/.test(file));

interface Import {
  readonly from: string;
  /** Path inside the project, or the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
}

const importPattern =
  /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

const importsOf = (file: string): Import[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].map((match) => {
    const target = match[2] ?? match[3] ?? '';
    const to = target.startsWith('.')
      ? relative(root, resolve(root, dirname(file), target)).replaceAll('\\', '/')
      : target;
    return { from: file, to: to.split('?')[0] ?? to, typeOnly: match[1] !== undefined };
  });

const imports = sources.flatMap(importsOf);
const shown = (found: Import[]) => found.map(({ from, to }) => `${from} -> ${to}`);
const isInside = (path: string, ...folders: string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
const packageOf = (to: string) =>
  to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');
const isPackage = (to: string) => !/\.(ts|tsx|css|js|json|svg)$/.test(to);

/** Imports of a folder that no allowed pattern covers. */
const stray = (folder: string, allowedFolders: string[], allowedPackages: string[] | 'any') =>
  imports.filter(
    ({ from, to }) =>
      isInside(from, folder) &&
      (isPackage(to)
        ? allowedPackages !== 'any' && !allowedPackages.includes(packageOf(to))
        : !isInside(to, ...allowedFolders)),
  );

test('the test reads the project: every folder has sources and imports are found', () => {
  for (const folder of ['shared', 'admin', 'cli', 'server', 'tests']) {
    expect(sources.filter((file) => isInside(file, folder)).length, folder).toBeGreaterThan(5);
    expect(imports.filter(({ from }) => isInside(from, folder)).length, folder).toBeGreaterThan(10);
  }
});

test('shared imports neither React nor a Node API, and each of its parts only what it may', () => {
  expect(shown(stray('shared/contract', ['shared/contract', 'shared/rules'], ['zod']))).toEqual([]);
  expect(shown(stray('shared/rules', ['shared/rules'], []))).toEqual([]);
  expect(shown(stray('shared/client', ['shared/client', 'shared/contract', 'shared/rules'], ['axios']))).toEqual([]);
  const bulkMay = ['shared/bulk', 'shared/client', 'shared/contract', 'shared/rules'];
  expect(shown(stray('shared/bulk', bulkMay, ['csv-parse', 'csv-stringify']))).toEqual([]);
});

test('admin, cli and server import shared and never each other', () => {
  expect(shown(stray('admin', ['admin', 'shared'], 'any'))).toEqual([]);
  expect(shown(stray('cli', ['cli', 'shared'], 'any'))).toEqual([]);
  expect(shown(stray('server', ['server', 'shared', 'vite'], 'any'))).toEqual([]);
});

/** Folders of admin that are not features: everybody may import them, they import no feature. */
const adminBase = new Set([
  'providers',
  'layout',
  'components',
  'messages',
  'tasks',
  'bulk',
  'retry',
  'viewer',
  'live',
]);
const featureOf = (path: string, area: string) => {
  const [first, second, ...rest] = path.split('/');
  return first === area && second !== undefined && rest.length > 0 ? second : undefined;
};

test('a feature of the web application imports no other feature, and its shared parts import none', () => {
  const wrong = imports.filter(({ from, to }) => {
    const source = featureOf(from, 'admin');
    const target = featureOf(to, 'admin');
    return source !== undefined && target !== undefined && source !== target && !adminBase.has(target);
  });
  expect(shown(wrong)).toEqual([]);
});

test('a feature of the web application goes through the data provider: no client, no wire, no address of the API', () => {
  const features = sources.filter((file) => {
    const feature = featureOf(file, 'admin');
    return feature !== undefined && feature !== 'providers';
  });
  const wrong = imports.filter(
    ({ from, to, typeOnly }) => features.includes(from) && isInside(to, 'shared/client') && !typeOnly,
  );
  expect(shown(wrong)).toEqual([]);
  const addressed = features.filter((file) => /['"`]\/(api|odata)\//.test(readFileSync(join(root, file), 'utf8')));
  expect(addressed).toEqual([]);
});

test('the bundles of web and command line carry no schema library: contract values come from files without one', () => {
  // wire.ts is replaced by its own value in both builds.
  const names = [
    'wire.ts',
    'errors.ts',
    'planErrors.ts',
    'exchangeErrors.ts',
    'endpoint.ts',
    'uploadSizes.ts',
    'auditOutcomes.ts',
  ];
  const plain = names.map((name) => `shared/contract/${name}`);
  const wrong = imports.filter(
    ({ from, to, typeOnly }) =>
      isInside(from, 'admin', 'cli', 'shared/client', 'shared/bulk') &&
      isInside(to, 'shared/contract') &&
      !typeOnly &&
      !plain.includes(to),
  );
  expect(shown(wrong)).toEqual([]);
  const loaded = imports.filter(
    ({ from, to, typeOnly }) => plain.slice(1).includes(from) && !plain.includes(to) && !typeOnly,
  );
  expect(shown(loaded)).toEqual([]);
});

test('an area of the server imports no other area; a store knows no HTTP', () => {
  const area = (path: string) => /^server\/areas\/([^/]+)\/.+/.exec(path)?.[1];
  const across = imports.filter(({ from, to }) => {
    const source = area(from);
    const target = area(to);
    return source !== undefined && target !== undefined && source !== target;
  });
  expect(shown(across)).toEqual([]);
  const http = imports.filter(
    ({ from, to, typeOnly }) =>
      from.endsWith('Store.ts') &&
      !typeOnly &&
      (packageOf(to).startsWith('fastify') || (isInside(to, 'server/http') && !to.endsWith('/problem.ts'))),
  );
  expect(shown(http)).toEqual([]);
});

test('icons are imported one by one', () => {
  expect(shown(imports.filter(({ to, typeOnly }) => to === '@mui/icons-material' && !typeOnly))).toEqual([]);
});

test('no file is above 300 lines, but for message catalogues and seed data', () => {
  const long = files
    .filter((file) => !isInside(file, 'admin/messages', 'server/seed'))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > 300);
  expect(long).toEqual([]);
});

test('half of the source files are short', () => {
  const lengths = sources
    .filter((file) => !isInside(file, 'tests'))
    .map((file) => readFileSync(join(root, file), 'utf8').split('\n').length)
    .sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(100);
});

test('nothing hides in a drawer: no misc, utils, helpers, common; no barrel', () => {
  expect(files.filter((file) => /(^|\/)(misc|utils?|helpers?|common)(\.|\/)/i.test(file))).toEqual([]);
  const barrels = sources.filter((file) => {
    const lines = readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    return lines.length > 1 && lines.every((line) => /^export \*|^export \{.*\} from/.test(line));
  });
  expect(barrels).toEqual([]);
});

test('the project names no path of a machine', () => {
  const text = [...files, 'README.md', 'package.json', '.ci/run'].filter((file) => {
    try {
      return statSync(join(root, file)).isFile() && file !== 'tests/architecture/imports.test.ts';
    } catch {
      return false;
    }
  });
  expect(
    text.filter((file) => /\/work\/(main|shared)|\/work\/\.library/.test(readFileSync(join(root, file), 'utf8'))),
  ).toEqual([]);
});
