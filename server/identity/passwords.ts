import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { ApiProblem } from '../http/problem.ts';

/** Argon2id at OWASP's least: 19 MiB, two passes. The numbers stand in every hash, so raising them needs no migration. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing runs on the four threads that files and name look-ups use too, so at most two may be taken. */
const concurrency = 2;
const longestQueue = 500;
let running = 0;
const waiting: (() => void)[] = [];

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= concurrency) {
    if (waiting.length >= longestQueue) throw new ApiProblem('E-UNAVAILABLE', { headers: { 'retry-after': '5' } });
    await new Promise<void>((resume) => waiting.push(resume));
  } else running += 1;
  try {
    return await work();
  } finally {
    // The place goes straight to the next in line: `running` only falls when nobody waits.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

/** Makes `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` for the password. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFKC'), cost));

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
/** No password has this hash. */
const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`;

/** Whether the password is the stored one. Nothing stored costs the same work, so time tells no user names (AU-3). */
export const verifyPassword = (password: string, stored: string | null): Promise<boolean> => {
  const text = password.normalize('NFKC');
  return inTurn(() => {
    const earlier = parseScrypt(stored);
    if (earlier) return verifyScrypt(text, earlier);
    return verify(stored?.startsWith('$argon2id$') ? stored : decoy, text);
  });
};

/** Whether a hash is weaker than those made today. */
function isWeakHash(stored: string): boolean {
  if (!stored.startsWith('$argon2id$')) return true;
  const { memoryCost, timeCost } = parseOptions(stored);
  return memoryCost < cost.memoryCost || timeCost < cost.timeCost;
}

/**
 * The new hash for a password that was just verified against a weak one; undefined where none is needed, or where the server is too busy: the
 * next sign-in makes it up.
 */
export const renewedHash = async (password: string, stored: string | null): Promise<string | undefined> =>
  stored !== null && isWeakHash(stored) ? hashPassword(password).catch(() => undefined) : undefined;

const scryptMemoryLimit = 128 * 1024 * 1024;

/** `scrypt$N$r$p$salt$hash`, of earlier releases. */
function parseScrypt(stored: string | null) {
  const [scheme, N, r, p, salt, hashed] = (stored ?? '').split('$');
  if (scheme !== 'scrypt' || !salt || !hashed) return undefined;
  return {
    parameters: { N: Number(N), r: Number(r), p: Number(p), maxmem: scryptMemoryLimit },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hashed, 'base64'),
  };
}

async function verifyScrypt(password: string, expected: NonNullable<ReturnType<typeof parseScrypt>>): Promise<boolean> {
  const actual = await new Promise<Buffer>((resolve, reject) =>
    scrypt(password, expected.salt, expected.hash.length, expected.parameters, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
  return timingSafeEqual(actual, expected.hash);
}
