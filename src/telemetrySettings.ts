import { z } from 'zod';

/** The settings by which an installation is watched: metrics and traces. */
export const telemetrySettings = {
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port on which this node serves metrics of all its processes to Prometheus, at /metrics. Default: none.'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('IP address that METRICS_PORT listens on.'),
  OTLP_URL: z
    .url({ protocol: /^https?$/, error: 'Must be an http or https URL' })
    .optional()
    .describe(
      'Base URL of an OpenTelemetry collector (OTLP over HTTP) to which traces are sent, with user name and password if needed: http://collector.internal:4318. Default: none are made.',
    ),
  OTLP_SHARE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe('Share of ad requests and API calls whose traces are sent to OTLP_URL: 0.01 = 1%.'),
} as const;
