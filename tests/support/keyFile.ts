import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The key file of all test servers (CAREPOST_KEY_FILE), so that several processes can work on one database. */
export const testKeyFile = join(tmpdir(), `carepost-test-key-${userInfo().uid}`);
