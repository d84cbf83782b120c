import type { ApiDeps } from '../deps.ts';

/**
 * After a change of SECRET, seals stored secrets under the new one, and logs each that cannot be opened once per process.
 * Returns whether it published something for serving.
 */
export function createResealing({
  sealedSecrets,
  logger,
}: {
  sealedSecrets: Pick<ApiDeps['sealedSecrets'], 'reseal'>;
  logger: Pick<ApiDeps['logger'], 'error'>;
}): () => Promise<boolean> {
  const logged = new Set<string>();
  return async () => {
    const { resealed, unreadable } = await sealedSecrets.reseal();
    for (const error of unreadable) {
      // Its message names the place.
      if (!logged.has(error.message)) logger.error(error);
      logged.add(error.message);
    }
    return resealed > 0;
  };
}
