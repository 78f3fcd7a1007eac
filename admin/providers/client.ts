import axios from 'axios';
import { type Client, createClient } from '../../shared/client/createClient.ts';
import type { TokenSupply } from '../../shared/client/token.ts';
import { wire } from '../../shared/contract/wire.ts';
import type { AppConfig } from './config.ts';

/** The one typed client of the application. People wait in front of a screen, so it gives up sooner than the command line. */
export const createApiClient = (config: AppConfig, token: TokenSupply): Client =>
  createClient({
    http: axios.create({ baseURL: config.apiBaseUrl, adapter: 'fetch', timeout: 30_000 }),
    wire,
    token,
    retry: { attempts: 3, baseMs: 300, capMs: 2_000, maxWaitMs: 8_000 },
  });
