import type { SealingOutcome } from '#runtime/control/maintenance.ts';
import { callControl } from '../callControl.ts';
import type { Operation } from '../operations.ts';

/**
 * `seal-secrets`: encrypts the secrets of suppliers that are stored in clear text, once no node needs to go back to the
 * release before 0.3.0, which could not read them. Bidhouse must be running.
 */
export const sealSecrets: Operation = async (args, env) => {
  if (args.length > 0) throw new Error('Usage: npm start -- seal-secrets');
  const outcome = await callControl(env, (plane) => plane.post<SealingOutcome>('/internal/sealSecrets', {}, 60_000));
  if (outcome.type === 'olderNodes')
    throw new Error(
      `These nodes run a release that cannot read sealed secrets: ${outcome.nodes.join(', ')}. Upgrade them first.`,
    );
  process.stdout.write(
    `Secrets are stored encrypted from now on (${outcome.rows} converted). Releases before 0.3.0 do not start with this database any more.\n`,
  );
  return 0;
};
