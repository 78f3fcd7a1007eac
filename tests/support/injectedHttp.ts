import { Readable } from 'node:stream';
import { AxiosHeaders, create, type AxiosAdapter, type AxiosInstance } from 'axios';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** axios that hands requests to the server in memory: everything but the wire is real. */
export const injectedHttp = (app: FastifyInstance): AxiosInstance => create({ adapter: adapterOf(app) });

const adapterOf =
  (app: FastifyInstance): AxiosAdapter =>
  async (config) => {
    const { data } = config as { data?: InjectOptions['payload'] };
    const answer = await app.inject({
      method: (config.method ?? 'get').toUpperCase() as 'GET',
      url: config.url ?? '/',
      headers: AxiosHeaders.from(config.headers).toJSON() as Record<string, string>,
      ...(data === undefined ? {} : { payload: data }),
    });
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    return {
      data: config.responseType === 'stream' ? Readable.from([answer.rawPayload]) : answer.body,
      status: answer.statusCode,
      statusText: answer.statusMessage,
      headers: Object.fromEntries(headers),
      config,
      request: {},
    };
  };
