import type { Metrics } from './metrics/createMetrics.ts';
import type { Tracer } from './tracing/tracer.ts';

/** The means by which a process is watched. */
export interface Telemetry {
  /** Null where METRICS_PORT is not set. */
  metrics: Metrics | null;
  /** Null where OTLP_URL is not set. */
  tracer: Tracer | null;
}

/** The telemetry of a process that is not watched. */
export const noTelemetry: Telemetry = { metrics: null, tracer: null };
