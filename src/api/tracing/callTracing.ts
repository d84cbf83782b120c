import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { withoutLiterals } from '#runtime/log/withoutLiterals.ts';
import type { Span, Tracer } from '#runtime/tracing/tracer.ts';

/** Traces the calls of the API and their statements. */
export interface CallTracing {
  /** Traces the calls of an app. */
  register(app: FastifyInstance): void;
  /** Starts the span of a statement of the current call, if that is traced. Call the result when it has ended. */
  startStatement(system: 'postgresql' | 'clickhouse', text: string): (error?: unknown) => void;
  /** The trace of the current call. */
  traceId(): string | undefined;
}

/** Maximum length of a statement in a span. */
const maxStatementLength = 1000;

export function createCallTracing(tracer: Tracer): CallTracing {
  const current = new AsyncLocalStorage<Span>();
  return {
    register(app) {
      app.addHook('onRequest', (request, reply, done) => {
        const { method, headers, routeOptions } = request;
        const route = routeOptions.url ?? 'unknown path';
        const attributes = { 'http.request.method': method, 'http.route': route, 'bidhouse.request_id': request.id };
        const span = tracer.start(`${method} ${route}`, attributes, String(headers['traceparent'] ?? ''));
        if (!span) return done();
        reply.raw.once('close', () => {
          const { statusCode } = reply.raw;
          span.set({ 'http.response.status_code': statusCode });
          span.end(statusCode >= 500 ? `status ${statusCode}` : undefined);
        });
        current.run(span, done);
      });
    },
    startStatement(system, text) {
      const span = current.getStore();
      if (!span) return () => undefined;
      const statement = withoutLiterals(text.replaceAll(/\s+/g, ' ').trim()).slice(0, maxStatementLength);
      const child = span.child(system, { 'db.system.name': system, 'db.query.text': statement }, true);
      return (error) => child.end(error === undefined ? undefined : 'failed');
    },
    traceId: () => current.getStore()?.traceId,
  };
}
