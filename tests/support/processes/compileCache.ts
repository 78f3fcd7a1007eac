import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Where the processes of the tests keep their compiled sources (NODE_COMPILE_CACHE): a server starts in three quarters of the time. */
export const compileCache = join(tmpdir(), `carepost-test-compiled-${userInfo().uid}`);
