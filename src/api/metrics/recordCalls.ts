import type { FastifyInstance } from 'fastify';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { Counter, Histogram, Metrics } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Chapter of the API's documentation that a route belongs to; absent for other paths. */
    chapter?: string;
    /** Whether its response may stay open: then its time says nothing. */
    isStreamed?: boolean;
  }
}

/** Records every call of an app: how many by chapter, with which status, and how long they took. */
export function recordCalls(app: FastifyInstance, metrics: Metrics): void {
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  app.addHook('onResponse', (request, reply, done) => {
    const { chapter = 'Console', isStreamed = false } = request.routeOptions.config;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    getOrCreate(counters, `${chapter} ${status}`, () =>
      metrics.counter(metricCatalog.apiRequests, chapter, status),
    ).add();
    if (!isStreamed) {
      getOrCreate(histograms, chapter, () => metrics.histogram(metricCatalog.apiDuration, chapter)).observe(
        reply.elapsedTime / 1000,
      );
    }
    done();
  });
}
