import type { FastifyInstance } from 'fastify';
import { bidderTestPath } from '#model/demand/bidderTest.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { Counter, Histogram, Metrics } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';

/** The integration that a route belongs to. All others are `other`. */
const integrationByRoute: Readonly<Record<string, string>> = {
  '/vast': 'vast',
  '/vast/:channelUid': 'vast',
  '/openrtb2/auction': 'prebid',
  '/rtb/:channelUid': 'rtb',
  '/bid/:supplierUid': 'bid',
  '/e/:event/:token': 'event',
  '/n/:event/:token': 'notice',
  '/n/:sealed': 'notice',
  '/c/:token/:sealed': 'click',
  '/tag/:file': 'display_tag',
  '/adtag.js': 'adtag',
  '/adtag/frame.html': 'adtag',
  '/adtag/preview.js': 'adtag',
  '/sdk/v1/config': 'sdk',
  '/cookie_sync': 'sync',
  '/setuid': 'sync',
  '/cache': 'cache',
  '/media/*': 'media',
  '/preview/:sealed': 'preview',
  '/healthz': 'health',
  '/readyz': 'health',
  [bidderTestPath]: 'bidder_test',
};

/** The values of the label `integration`: those of routes, CORS preflights, and all others. */
export const requestIntegrationLabels: readonly string[] = [
  ...new Set(Object.values(integrationByRoute)),
  'preflight',
  'other',
];

const requestStatuses = ['2xx', '3xx', '4xx', '5xx', 'closed'] as const;
type RequestStatus = (typeof requestStatuses)[number];

interface RequestCells {
  duration: Histogram;
  /** By class of status; `closed` = the client left before the response. */
  byStatus: Readonly<Record<RequestStatus, Counter>>;
}

/** Records every request of an app: how many, with which status, and how long they took. */
export function recordRequests(app: FastifyInstance, metrics: Metrics): void {
  const known = new Map<string, RequestCells>();
  const cellsOf = (label: string) => getOrCreate(known, label, () => createCells(metrics, label));
  for (const label of requestIntegrationLabels) cellsOf(label);
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? '';
    const cells = cellsOf(method === 'OPTIONS' ? 'preflight' : (integrationByRoute[route] ?? 'other'));
    const startedAt = performance.now();
    const response = reply.raw;
    response.once('close', () => {
      cells.duration.observe((performance.now() - startedAt) / 1000);
      cells.byStatus[response.writableFinished ? classOf(response.statusCode) : 'closed'].add();
    });
    done();
  });
}

function createCells(metrics: Metrics, integration: string): RequestCells {
  const counters = requestStatuses.map((status) => [
    status,
    metrics.counter(metricCatalog.requests, integration, status),
  ]);
  return {
    duration: metrics.histogram(metricCatalog.requestDuration, integration),
    byStatus: Object.fromEntries(counters) as Record<RequestStatus, Counter>,
  };
}

function classOf(status: number): RequestStatus {
  if (status >= 500) return '5xx';
  if (status >= 400) return '4xx';
  return status >= 300 ? '3xx' : '2xx';
}
