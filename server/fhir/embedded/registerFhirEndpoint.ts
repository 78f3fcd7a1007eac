import type { FastifyInstance, FastifyReply } from 'fastify';
import { problemOf } from '../../http/errorResponse.ts';
import { capabilityStatement } from './capabilityStatement.ts';
import { searchableDirectory } from './demoDirectory.ts';
import { demoSearch, demoTypes } from './demoSearch.ts';
import { organizationJson, outcomeJson } from './organizationJson.ts';

/**
 * A small public FHIR R4 directory with made-up organizations, so that the import can be tried without access to the national one.
 * It is another standard's interface and no row of the contract.
 */
export async function registerFhirEndpoint(app: FastifyInstance, base: string): Promise<void> {
  const read = new Map(searchableDirectory.map((demo) => [demo.id, demo]));
  await app.register(
    async (fhir) => {
      fhir.setErrorHandler((error, _request, reply) => {
        const problem = problemOf(error);
        return send(
          reply.code(problem.status),
          outcomeJson(problem.status < 500 ? 'invalid' : 'exception', problem.message),
        );
      });
      fhir.addHook('preHandler', async (request, reply) => {
        const { _format: format } = request.query as { readonly _format?: unknown };
        const wanted = typeof format === 'string' ? format : (request.headers.accept ?? '*/*');
        if (/json|\*/i.test(wanted)) return undefined;
        return send(reply.code(406), outcomeJson('not-supported', 'Only application/fhir+json is offered.'));
      });
      fhir.get('/metadata', (_request, reply) => send(reply, capabilityStatement(base)));
      for (const type of demoTypes) {
        fhir.get(`/${type}`, (request, reply) => {
          const { bundle, invalid } = demoSearch(type, request.query, base);
          if (bundle) return send(reply, bundle);
          return send(reply.code(400), outcomeJson('invalid', `The parameter ${invalid} is not valid.`));
        });
      }
      fhir.get<{ Params: { id: string } }>('/Organization/:id', (request, reply) => {
        const demo = read.get(request.params.id);
        if (demo) return send(reply, organizationJson(demo));
        return send(reply.code(404), outcomeJson('not-found', 'There is no such Organization.'));
      });
      fhir.get('/*', (_request, reply) =>
        send(
          reply.code(404),
          outcomeJson('not-supported', `This directory serves ${demoTypes.join(', ')} and metadata.`),
        ),
      );
    },
    { prefix: '/fhir' },
  );
}

const send = (reply: FastifyReply, resource: object): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/fhir+json; charset=utf-8').send(JSON.stringify(resource));
