import { access, constants, lstat, chown, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseStartError } from './startError.ts';

/** PostgreSQL refuses to run as root, so root lends it an account that owns nothing else. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const fallback: Account = { uid: 65534, gid: 65534 };

/** The account to run PostgreSQL with, or null to run it as ourselves. */
export async function databaseAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  for (const name of ['nobody', 'daemon']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    const uid = Number(fields?.[2]);
    const gid = Number(fields?.[3]);
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  return fallback;
}

/** Gives a folder and what is in it to the account. */
export async function handOver(folder: string, account: Account | null): Promise<void> {
  if (!account) return;
  if ((await stat(folder)).uid === account.uid) return;
  await chownAll(folder, account);
}

async function chownAll(path: string, account: Account): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  if (entry.isDirectory()) {
    for (const name of await readdir(path)) await chownAll(join(path, name), account);
  }
  // The folder itself comes last, so that an interrupted hand-over is taken up again.
  await chown(path, account.uid, account.gid);
}

/** An account without rights must be able to walk to the folder; says which folder bars the way. */
export async function assertReachable(folder: string, account: Account | null): Promise<void> {
  if (!account) {
    await access(folder, constants.W_OK).catch((cause: unknown) => {
      throw new DatabaseStartError(
        `The data folder ${folder} is not writable. Set CAREPOST_DATA to a folder that is.`,
        { cause },
      );
    });
    return;
  }
  for (let step = resolve(folder); ; step = dirname(step)) {
    const { mode, uid } = await stat(step);
    const open = uid === account.uid ? mode & 0o100 : mode & 0o001;
    if (!open) {
      throw new DatabaseStartError(
        `The data folder ${folder} lies under ${step}, which only root may enter, and PostgreSQL does not run as root. Set CAREPOST_DATA to another folder (the default for root is /var/lib/carepost), or set DATABASE_URL.`,
      );
    }
    if (step === dirname(step)) return;
  }
}
