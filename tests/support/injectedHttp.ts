import { Readable } from 'node:stream';
import { AxiosHeaders, create, type AxiosAdapter, type AxiosInstance, type ResponseType } from 'axios';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** axios that hands requests to the server in memory: everything but the wire is real. */
export const injectedHttp = (app: FastifyInstance): AxiosInstance => create({ adapter: adapterOf(app) });

const adapterOf =
  (app: FastifyInstance): AxiosAdapter =>
  async (config) => {
    const data = payloadOf(config.data);
    const response = await app.inject({
      method: (config.method ?? 'get').toUpperCase() as 'GET',
      url: config.url ?? '/',
      headers: AxiosHeaders.from(config.headers).toJSON() as Record<string, string>,
      ...(data === undefined ? {} : { payload: data }),
    });
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
    return {
      data: takenAs(config.responseType, response.rawPayload),
      status: response.statusCode,
      statusText: response.statusMessage,
      headers: Object.fromEntries(headers),
      config,
      request: {},
    };
  };

const payloadOf = (data: unknown): InjectOptions['payload'] =>
  data instanceof ArrayBuffer ? Buffer.from(data) : (data as InjectOptions['payload']);

const takenAs = (responseType: ResponseType | undefined, bytes: Buffer) => {
  if (responseType === 'stream') return Readable.from([bytes]);
  return responseType === 'arraybuffer' ? bytes : bytes.toString('utf8');
};
