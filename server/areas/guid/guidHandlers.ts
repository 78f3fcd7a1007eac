import { randomUUID } from 'node:crypto';
import type { guid } from '../../../shared/contract/guid.ts';
import { formatGuid } from '../../../shared/rules/guid.ts';
import type { Handlers } from '../../http/registerArea.ts';

export const guidHandlers = (): Handlers<typeof guid> => ({
  create: async ({ query }) => ({ value: formatGuid(randomUUID(), query.format, query.toUpper) }),
});
