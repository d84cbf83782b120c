import { createLogger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import type { Tracer } from '#runtime/tracing/tracer.ts';
import { openTracer } from '#runtime/tracing/openTracer.ts';
import { productVersion } from '#runtime/productVersion.ts';
import type { RoleStart } from './roles.ts';

/** Opens the tracer of a process that serves requests; null for others, and where OTLP_URL is not set. */
export async function openTracerOf(
  { config, stores }: Pick<RoleStart, 'config' | 'stores'>,
  role: string,
): Promise<Tracer | null> {
  const { OTLP_URL: url, OTLP_SHARE: share, LOG_LEVEL: level } = config;
  if (url === undefined || (role !== 'serving' && role !== 'api')) return null;
  const logger = createLogger({ level, role, secrets: secretsOf(config, stores) });
  const onFailure = (error: unknown) => logger.warn(`Traces could not be sent: ${errorText(error)}`);
  return openTracer({ url, share, role, version: productVersion(), onFailure });
}
