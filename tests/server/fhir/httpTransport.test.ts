import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { readJson } from '../../../server/fhir/answer.ts';
import { FhirFailure } from '../../../server/fhir/directory.ts';
import { httpTransport } from '../../../server/fhir/httpTransport.ts';
import { type FhirLimits, fhirLimits } from '../../../server/fhir/transport.ts';
import { bundle, type FakeDirectory, json, startDirectory } from './fakeDirectory.ts';
import { selfSigned } from './selfSigned.ts';

const limits: FhirLimits = { ...fhirLimits, timeoutMs: 300, maxBytes: 20_000 };
const running: FakeDirectory[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((directory) => directory.close()));
});

const start = async (...input: Parameters<typeof startDirectory>) => {
  const directory = await startDirectory(...input);
  running.push(directory);
  return directory;
};

const ask = async ({ url }: Pick<FakeDirectory, 'url'>, signal = new AbortController().signal, used = limits) =>
  readJson(
    await httpTransport(url, { allowPrivate: true, limits: used }).get(new URL('/fhir/Organization', url), signal),
  );

const failureOf = async (work: Promise<unknown>): Promise<FhirFailure> => {
  const error = await work.then(
    () => new Error('It was answered.'),
    (cause: unknown) => cause,
  );
  if (error instanceof FhirFailure) return error;
  throw error;
};

const answering = async (answer: RequestListener) => failureOf(ask(await start(answer)));
/** For a refusal that is no time-out, on a machine as slow as it may be. */
const patient: FhirLimits = { ...limits, timeoutMs: 15_000 };
const endless: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const write = () => {
    while (!response.destroyed && response.write(' '.repeat(8192)));
    response.once('drain', write);
  };
  write();
};
const slowly =
  (everyMs: number): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    const timer = setInterval(() => response.write(' '), everyMs);
    response.once('close', () => clearInterval(timer));
  };

test('packed and plain answers are read, with and without a byte order mark', async () => {
  const packed = gzipSync(JSON.stringify(bundle([])));
  const directory = await start((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/fhir+json', 'content-encoding': 'gzip' }).end(packed);
  });
  expect(await ask(directory)).toEqual(bundle([]));
  directory.answer = (_request, response) => response.end(`\uFEFF${JSON.stringify(bundle([]))}`);
  expect(await ask(directory)).toEqual(bundle([]));
});

describe('an answer that could hurt is refused with its reason (OU-2)', () => {
  test.each<[string, RequestListener, string]>([
    ['an endless body', endless, 'The answer of the directory is larger than 20000 bytes.'],
    [
      'a gzip bomb',
      (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(10_000_000, 32))),
      'The answer of the directory is larger than 20000 bytes.',
    ],
    [
      'wrong gzip',
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('{}'),
      'The answer of the directory is packed wrongly.',
    ],
    [
      'an encoding nobody asked for',
      (_request, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('{}'),
      'The directory answered in an encoding that was not asked for.',
    ],
    [
      'an answer that breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{');
        setImmediate(() => response.destroy());
      },
      'The directory broke off its answer.',
    ],
    [
      'wrong JSON',
      (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
      'The answer of the directory is not well-formed JSON.',
    ],
    [
      'JSON nested too deeply',
      (_request, response) => response.end('['.repeat(19_000)),
      'The answer of the directory is not well-formed JSON.',
    ],
    [
      'XML',
      (_request, response) => response.writeHead(200, { 'content-type': 'application/fhir+xml' }).end('<Bundle/>'),
      'The directory answered with application/fhir+xml instead of JSON.',
    ],
    [
      'an OperationOutcome',
      (_request, response) =>
        json(response, { resourceType: 'OperationOutcome', issue: [{ diagnostics: 'too many\nresults' }] }),
      'The directory answered: too many results.',
    ],
    [
      'an error with its reason',
      (_request, response) =>
        json(response, { resourceType: 'OperationOutcome', issue: [{ details: { text: 'Broken' } }] }, 500),
      'The directory answered 500: Broken.',
    ],
    ['an error page', (_request, response) => response.writeHead(401).end('<html>'), 'The directory answered 401.'],
    [
      'a redirect to nowhere',
      (_request, response) => response.writeHead(302).end(),
      'The directory answered 302 without saying where to.',
    ],
    [
      'a redirect loop',
      (request, response) => response.writeHead(302, { location: request.url ?? '' }).end(),
      'The directory redirects more than 3 times.',
    ],
    [
      'a redirect to another server',
      (_request, response) => response.writeHead(307, { location: 'https://elsewhere.example/fhir' }).end(),
      'The directory points at another server, which is not followed.',
    ],
    [
      'a redirect with a password',
      (request, response) =>
        response.writeHead(302, { location: `http://a:b@${request.headers.host ?? ''}/fhir` }).end(),
      'The directory points at another server, which is not followed.',
    ],
  ])('%s', async (_name, answer, reason) => {
    const failure = await failureOf(ask(await start(answer), undefined, patient));
    expect(failure.message).toBe(reason);
    expect(failure.isOutage).toBe(false);
  });

  test('a byte now and then', async () => {
    expect(await answering(slowly(20))).toMatchObject({
      message: 'The directory took too long to answer.',
      isOutage: false,
    });
  });

  test('a certificate nobody vouches for', async () => {
    const directory = await start((_request, response) => json(response, {}), selfSigned);
    const failure = await failureOf(ask(directory, undefined, patient));
    expect(failure.message).toMatch(/^The certificate of the directory cannot be trusted \(/);
  });

  test('a server that speaks no TLS', async () => {
    const { url } = await start((_request, response) => json(response, {}));
    const failure = await failureOf(ask({ url: new URL(url.href.replace('http:', 'https:')) }, undefined, patient));
    expect(failure.message).toMatch(/^The certificate of the directory cannot be trusted \(/);
  });
});

describe('a directory that does not answer is told from one that answers wrongly', () => {
  test('nobody listens', async () => {
    const directory = await startDirectory(() => undefined);
    await directory.close();
    const failure = await failureOf(ask(directory));
    expect(failure).toMatchObject({ message: 'The directory cannot be reached (ECONNREFUSED).', isOutage: true });
  });

  test('it takes the request and says nothing', async () => {
    expect(await answering(() => undefined)).toMatchObject({
      message: 'The directory did not answer in time.',
      isOutage: true,
    });
  });

  test.each([429, 502, 503, 504])('it answers %d', async (status) => {
    expect(await answering((_request, response) => response.writeHead(status).end())).toMatchObject({ isOutage: true });
  });

  test('the caller went away', async () => {
    const controller = new AbortController();
    const directory = await start(() => controller.abort());
    const failure = await failureOf(ask(directory, controller.signal));
    expect(failure.message).toBe('The directory did not answer in time.');
  });
});

test('a chain of redirects that ends at a server inside is cut before that server hears of it', async () => {
  const inside = await start((_request, response) => json(response, bundle([])));
  const directory = await start((request, response) => {
    const location = request.url === '/moved' ? inside.url.href : '/moved';
    response.writeHead(302, { location }).end();
  });
  const failure = await failureOf(ask(directory));
  expect(failure.message).toBe('The directory points at another server, which is not followed.');
  expect(directory.requested).toEqual(['/fhir/Organization', '/moved']);
  expect(inside.requested).toEqual([]);
});

test('a redirect on the same server is followed', async () => {
  const directory = await start((request, response) => {
    if (request.url === '/moved') json(response, bundle([]));
    else response.writeHead(301, { location: '/moved' }).end();
  });
  expect(await ask(directory)).toEqual(bundle([]));
});
