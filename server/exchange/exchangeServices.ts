import type { Services } from '../http/areaEntry.ts';

/** What the exchange works with. */
export type ExchangeServices = Pick<Services, 'config' | 'database' | 'documents' | 'hubs'>;
