import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Scaffolds the application that create-react-admin makes by default, pointed at `dataUrl`, and builds it. */
export const buildRival = (folder: string, dataUrl: string): string => {
  const project = join(folder, 'rival');
  const silent = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };
  if (!existsSync(join(project, 'package.json'))) {
    mkdirSync(folder, { recursive: true });
    const options = [
      '--data-provider',
      'simple-rest',
      '--auth-provider',
      'none',
      '--resource',
      'organizations',
      '--install',
      'npm',
    ];
    execFileSync('npx', ['-y', 'create-react-admin@5.15.0', 'rival', ...options], { cwd: folder, ...silent });
  }
  execFileSync('npm', ['run', 'build'], {
    cwd: project,
    ...silent,
    env: { ...process.env, VITE_SIMPLE_REST_URL: dataUrl },
  });
  return join(project, 'dist');
};

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export interface Row {
  readonly id: string;
}

/**
 * Serves the rival as kindly as can be: everything compressed beforehand with brotli and cached for ever, its rows from memory.
 * No sign-in, no database: what ours pays for both is ours to pay.
 */
export const serveRival = async (dist: () => string, rows: readonly Row[], total: number) => {
  const files = new Map<string, { plain: Buffer; brotli: Buffer }>();
  const load = (path: string) => {
    let file = files.get(path);
    if (!file) {
      const plain = readFileSync(path);
      file = {
        plain,
        brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      };
      files.set(path, file);
    }
    return file;
  };
  const body = Buffer.from(JSON.stringify(rows));
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path.startsWith('/data/')) {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-range': `organizations 0-${rows.length - 1}/${total}`,
        'cache-control': 'no-store',
      });
      response.end(body);
      return;
    }
    const file = join(dist(), path === '/' ? 'index.html' : path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'cache-control': path === '/' ? 'no-cache' : 'public, max-age=31536000, immutable',
    });
    response.end(load(file).brotli);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
};
