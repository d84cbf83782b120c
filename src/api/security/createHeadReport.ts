import type { ApiDeps } from '../deps.ts';

/**
 * Writes the number and hash of the last security event into the server's log, once a day and process: a copy of it
 * outside of the database. Publishes nothing for serving.
 */
export function createHeadReport({
  security,
  logger,
  now,
}: Pick<ApiDeps, 'security' | 'logger' | 'now'>): () => Promise<boolean> {
  let reported = '';
  return async () => {
    const today = now().toISOString().slice(0, 10);
    if (today === reported) return false;
    const { seq, hash } = await security.state();
    if (seq > 0) logger.info(`security log: event ${seq} has the hash ${hash}`);
    reported = today;
    return false;
  };
}
