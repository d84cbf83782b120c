import type { Span as OtelSpan } from '@opentelemetry/api';
import { withTimeout } from '../withTimeout.ts';
import { readTraceparent } from './readTraceparent.ts';
import type { Span, SpanAttributes, Tracer } from './tracer.ts';

export interface TracerOptions {
  /** Base URL of a collector for OTLP over HTTP, which may contain user name and password. */
  url: string;
  /** Share of requests that are traced, from 0 to 1. */
  share: number;
  role: string;
  version: string;
  /** Called when spans could not be sent. They are dropped. */
  onFailure: (error: unknown) => void;
}

/** Spans that wait to be sent. Further ones are dropped: a collector that is away costs no more than this memory. */
const maxWaiting = 4096;
const timeoutMs = 5000;
/** Milliseconds for the last spans: a process does not wait longer for a collector that is away. */
const closeMs = 1000;

/** Opens a tracer that sends spans to a collector in the background. OpenTelemetry is loaded only here. */
export async function openTracer({ url, share, role, version, onFailure }: TracerOptions): Promise<Tracer> {
  const [api, { BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ ...endpointOf(url), timeoutMillis: timeoutMs });
  const processor = new BatchSpanProcessor(
    {
      export(spans, done) {
        exporter.export(spans, (result) => {
          if (result.error) onFailure(result.error);
          done(result);
        });
      },
      shutdown: () => exporter.shutdown(),
    },
    { maxQueueSize: maxWaiting },
  );
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `bidhouse ${role}`, 'service.version': version }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('bidhouse', version);
  const wrap = (span: OtelSpan): Span => ({
    traceId: span.spanContext().traceId,
    child(name, attributes = {}, isCall = false) {
      const kind = isCall ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL;
      return wrap(tracer.startSpan(name, { attributes, kind }, api.trace.setSpan(api.ROOT_CONTEXT, span)));
    },
    set: (attributes) => void span.setAttributes(attributes),
    end(failure) {
      if (failure !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: failure });
      span.end();
    },
  });
  return {
    start(name: string, attributes: SpanAttributes = {}, parent = '') {
      if (Math.random() >= share) return null;
      const caller = readTraceparent(parent);
      const links = caller === null ? [] : [{ context: { ...caller, isRemote: true } }];
      return wrap(tracer.startSpan(name, { attributes, kind: api.SpanKind.SERVER, links }, api.ROOT_CONTEXT));
    },
    async close() {
      await withTimeout(closeMs, processor.shutdown());
    },
  };
}

/** The address of traces at a collector, with the URL's user name and password as a header. */
function endpointOf(text: string): { url: string; headers: Record<string, string> } {
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  if (username === '') return { url: url.href, headers: {} };
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url: url.href, headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } };
}
