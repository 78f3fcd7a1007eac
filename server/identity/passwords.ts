import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { ApiProblem } from '../http/problem.ts';

/** 32 MiB and about 70 ms for each guess; the numbers stand in every hash, so raising them needs no migration. */
const cost = { N: 2 ** 15, r: 8, p: 1 };
const keyLength = 32;
const memoryLimit = 128 * 1024 * 1024;

/** Hashing runs on the four threads that files and name look-ups use too, so at most two may be taken. */
const concurrency = 2;
const longestQueue = 500;
let running = 0;
const waiting: (() => void)[] = [];

const derive = async (password: string, salt: Buffer, parameters: typeof cost, length: number): Promise<Buffer> => {
  if (running >= concurrency) {
    if (waiting.length >= longestQueue) throw new ApiProblem('E-UNAVAILABLE', { headers: { 'retry-after': '5' } });
    await new Promise<void>((resume) => waiting.push(resume));
  } else running += 1;
  try {
    return await new Promise<Buffer>((resolve, reject) =>
      scrypt(password.normalize('NFKC'), salt, length, { ...parameters, maxmem: memoryLimit }, (error, key) =>
        error ? reject(error) : resolve(key),
      ),
    );
  } finally {
    // The place goes straight to the next in line: `running` only falls when nobody waits.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

/** Makes `scrypt$N$r$p$salt$hash` for the password. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost, keyLength);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), hash.toString('base64')].join('$');
};

const decoySalt = randomBytes(16);
const decoyHash = randomBytes(keyLength);

const parse = (stored: string | null) => {
  const [scheme, N, r, p, salt, hash] = (stored ?? '').split('$');
  if (scheme !== 'scrypt' || !salt || !hash) return null;
  return {
    parameters: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
};

/** Whether the password is the stored one. Nothing stored costs the same work, so time tells no user names (AU-3). */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const known = parse(stored);
  const expected = known ?? { parameters: cost, salt: decoySalt, hash: decoyHash };
  const actual = await derive(password, expected.salt, expected.parameters, expected.hash.length);
  return timingSafeEqual(actual, expected.hash) && known !== null;
};
