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
  /** By `import()`, when it is needed. */
  readonly isDynamic: boolean;
}

const importPattern =
  /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

const importsOf = (file: string): Import[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].map((match) => {
    const target = match[2] ?? match[3] ?? '';
    const to = target.startsWith('.')
      ? relative(root, resolve(root, dirname(file), target)).replaceAll('\\', '/')
      : target;
    return {
      from: file,
      to: to.split('?')[0] ?? to,
      typeOnly: match[1] !== undefined,
      isDynamic: match[2] === undefined,
    };
  });

const imports = sources.flatMap(importsOf);
const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
const arrows = (matches: Import[]) => matches.map(({ from, to }) => `${from} -> ${to}`);
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
  expect(arrows(stray('shared/contract', ['shared/contract', 'shared/rules'], ['zod']))).toEqual([]);
  expect(arrows(stray('shared/rules', ['shared/rules'], []))).toEqual([]);
  expect(arrows(stray('shared/client', ['shared/client', 'shared/contract', 'shared/rules'], ['axios']))).toEqual([]);
  const bulkMay = ['shared/bulk', 'shared/client', 'shared/contract', 'shared/rules'];
  expect(arrows(stray('shared/bulk', bulkMay, ['csv-parse', 'csv-stringify']))).toEqual([]);
});

test('admin, cli and server import shared and never each other; cli and server import node, which imports neither', () => {
  expect(arrows(stray('admin', ['admin', 'shared'], 'any'))).toEqual([]);
  expect(arrows(stray('cli', ['cli', 'shared', 'node'], 'any'))).toEqual([]);
  expect(arrows(stray('server', ['server', 'shared', 'node', 'vite'], 'any'))).toEqual([]);
  expect(arrows(stray('node', ['node'], 'any'))).toEqual([]);
});

test('locks go through node/processLock.ts', () => {
  const others = imports.filter(
    ({ from, to }) => packageOf(to) === 'proper-lockfile' && from !== 'node/processLock.ts' && !isInside(from, 'tests'),
  );
  expect(arrows(others)).toEqual([]);
});

/** Folders of admin that are not features: everybody may import them, they import no feature. */
const adminBase = new Set(['providers', 'layout', 'components', 'i18n', 'tasks', 'bulk', 'retry', 'viewer', 'live']);
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
  expect(arrows(wrong)).toEqual([]);
});

test('a feature of the web application goes through the data provider: no client, no wire, no address of the API', () => {
  const features = sources.filter((file) => {
    const feature = featureOf(file, 'admin');
    return feature !== undefined && feature !== 'providers';
  });
  const wrong = imports.filter(
    ({ from, to, typeOnly }) => features.includes(from) && isInside(to, 'shared/client') && !typeOnly,
  );
  expect(arrows(wrong)).toEqual([]);
  const addressed = features.filter((file) => /['"`]\/(api|odata)\//.test(readFileSync(join(root, file), 'utf8')));
  expect(addressed).toEqual([]);
});

test('the bundles of web and command line carry no schema library: contract values come from files without one', () => {
  // wire.ts and contractFields.ts are replaced by their own values in both builds.
  const names = [
    'wire.ts',
    'contractFields.ts',
    'errors.ts',
    'planErrors.ts',
    'exchangeErrors.ts',
    'userErrors.ts',
    'integrationErrors.ts',
    'subscriptionErrors.ts',
    'proofingErrors.ts',
    'registrationErrors.ts',
    'endpoint.ts',
    'uploadSizes.ts',
    'auditOutcomes.ts',
    'identityLinkStatuses.ts',
    'pageAccess.ts',
  ];
  const plain = names.map((name) => `shared/contract/${name}`);
  const wrong = imports.filter(
    ({ from, to, typeOnly }) =>
      isInside(from, 'admin', 'cli', 'shared/client', 'shared/bulk') &&
      isInside(to, 'shared/contract') &&
      !typeOnly &&
      !plain.includes(to),
  );
  expect(arrows(wrong)).toEqual([]);
  const loaded = imports.filter(
    ({ from, to, typeOnly }) => plain.slice(2).includes(from) && !plain.includes(to) && !typeOnly,
  );
  expect(arrows(loaded)).toEqual([]);
});

test('an area of the server imports no other area; a store knows no HTTP', () => {
  const area = (path: string) => /^server\/areas\/([^/]+)\/.+/.exec(path)?.[1];
  const across = imports.filter(({ from, to }) => {
    const source = area(from);
    const target = area(to);
    return source !== undefined && target !== undefined && source !== target;
  });
  expect(arrows(across)).toEqual([]);
  const http = imports.filter(
    ({ from, to, typeOnly }) =>
      from.endsWith('Store.ts') &&
      !typeOnly &&
      (packageOf(to).startsWith('fastify') || (isInside(to, 'server/http') && !to.endsWith('/problem.ts'))),
  );
  expect(arrows(http)).toEqual([]);
});

test('icons are imported one by one', () => {
  expect(arrows(imports.filter(({ to, typeOnly }) => to === '@mui/icons-material' && !typeOnly))).toEqual([]);
});

test('no file is above 400 lines, but for the texts and seed data', () => {
  const long = files
    .filter((file) => !isInside(file, 'admin/i18n', 'server/seed'))
    .map((file) => ({ file, lines: linesOf(file) }))
    .filter(({ lines }) => lines > 400);
  expect(long).toEqual([]);
});

/**
 * Cycles that are still there, each with the reason why. The list only shrinks: a cycle that is gone has to leave it.
 * Those of cli and shared/bulk go with the work on the command line that is under way, those of admin with the pages built on react-admin.
 */
const remainingCycles: string[] = [];

test('no files import each other in a circle, types included', () => {
  const cycles = cyclesOf(sources.filter((file) => !isInside(file, 'tests')));
  expect(cycles).toEqual(remainingCycles);
});

/** Strongly connected files (Tarjan), each group sorted and joined. A file loaded by `import()` on demand is no part of a cycle. */
function cyclesOf(among: readonly string[]): string[] {
  const targets = new Map(among.map((file) => [file, new Set<string>()]));
  for (const { from, to, isDynamic } of imports) if (!isDynamic && targets.has(to)) targets.get(from)?.add(to);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    stack.push(file);
    let low = index;
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, lowest.get(target) ?? order.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === index) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) cycles.push(group.sort().join(' '));
    }
    return low;
  };
  for (const file of among) if (!order.has(file)) visit(file);
  return cycles.sort();
}

/** A number to watch, not a rule: such a file may be earned by a lazy load or by tests of its own. */
test('small files with a single importer are counted', () => {
  const counts = ['cli', 'server', 'shared', 'node', 'admin'].map((folder) => {
    const small = sources.filter((file) => {
      if (!isInside(file, folder) || linesOf(file) >= 40) return false;
      const importers = new Set(imports.filter(({ to }) => to === file).map(({ from }) => from));
      return [...importers].filter((from) => !isInside(from, 'tests')).length === 1;
    });
    return `${folder} ${small.length}`;
  });
  process.stderr.write(`Files under 40 lines with a single importer: ${counts.join(', ')}\n`);
  expect(counts).toHaveLength(5);
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
