import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../e2e/apiClient.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { buildOneTagConfiguration, type OneTagConfiguration } from './oneTagConfiguration.ts';

const adminPassword = 'correct horse battery';
const collectorPassword = 'collector-password';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: { traceId: string; spanId: string }[];
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

let collector: Server;
let product: Product;
let configuration: OneTagConfiguration;
/** Everything that the collector received. */
let received = '';
const spans: SentSpan[] = [];
const credentials = new Set<string>();

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    credentials.add(`${request.url} ${request.headers.authorization}`);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    received += text;
    const { resourceSpans } = JSON.parse(text) as {
      resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
    };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => {
    collector.listen(0, '127.0.0.1', resolve);
  });
  const { port } = collector.address() as AddressInfo;
  const settings = {
    ADMIN_PASSWORD: adminPassword,
    OTLP_URL: `http://tracer:${collectorPassword}@127.0.0.1:${port}/`,
    OTLP_SHARE: '1',
  };
  product = await startProduct('start', settings, await copyMigratedStore('all'));
  configuration = await buildOneTagConfiguration(product, adminPassword, { name: 'Tracing' });
});
afterAll(async () => {
  await product?.stop();
  collector?.closeAllConnections();
  collector?.close();
});

const attributeOf = ({ attributes }: SentSpan, name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue;
/** The spans of a trace by name, when its root has arrived. */
async function traceOf(isRoot: (span: SentSpan) => boolean): Promise<{ root: SentSpan; parts: SentSpan[] }> {
  const root = await eventually(
    async () => spans.find(isRoot),
    (found) => found !== undefined,
  );
  if (!root) throw new Error('no trace');
  return { root, parts: spans.filter(({ parentSpanId }) => parentSpanId === root.spanId) };
}

test('an ad request is a trace with the stages of its auction', async () => {
  const url = `${product.adsUrl}/vast/${configuration.channel.uid}?did=viewer-of-this-test`;
  await eventually(
    async () => (await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'Agent/77' } })).text(),
    (answer) => answer.includes('<Impression'),
  );
  const { parts } = await traceOf((span) => span.name === 'vast' && attributeOf(span, 'bidhouse.results') === 'ad');
  const names = parts.map(({ name }) => name);
  for (const stage of ['admission', 'decision', 'record']) expect(names).toContain(stage);
});

test('an API call links the span of its caller in a trace of its own, which has its statements without values', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const response = await fetch(`${product.consoleUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.consoleUrl, traceparent },
    body: JSON.stringify({ login: 'ops', password: adminPassword }),
  });
  const { root, parts } = await traceOf(({ links }) => links?.some((link) => link.traceId === traceId) ?? false);
  expect(root.name).toBe('POST /api/auth/login');
  expect(root.links).toMatchObject([{ traceId, spanId: '00f067aa0ba902b7' }]);
  expect(root.parentSpanId).toBeUndefined();
  expect(spans.some((span) => span.traceId === traceId)).toBe(false);
  expect(attributeOf(root, 'bidhouse.request_id')).toBe(response.headers.get('x-request-id'));
  const statements = parts.map((part) => attributeOf(part, 'db.query.text') ?? '');
  expect(statements.some((text) => text.includes('from "users"'))).toBe(true);
});

test('the collector gets the credentials of its URL, and no trace has an address, a password or a token', () => {
  const basic = Buffer.from(`tracer:${collectorPassword}`).toString('base64');
  expect([...credentials]).toEqual([`/v1/traces Basic ${basic}`]);
  const secrets = [
    '203.0.113.77',
    'Agent/77',
    'viewer-of-this-test',
    adminPassword,
    collectorPassword,
    '/e/impression',
  ];
  for (const secret of [...secrets, configuration.channel.uid]) expect(received).not.toContain(secret);
  expect(product.output()).not.toContain(collectorPassword);
});
