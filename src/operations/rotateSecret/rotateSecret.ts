import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import type { SecretStep, SecretStepOutcome } from '#runtime/control/maintenance.ts';
import { dropOtherSecrets, rotateSecretFiles } from '#runtime/secretFiles.ts';
import { readEnvironment } from '../../config.ts';
import { callControl, NotRunning } from '../callControl.ts';
import type { Operation } from '../operations.ts';

/**
 * `rotate-secret [--finish]`: replaces the secret in DATA_DIR, or stops accepting the former ones. To finish, Bidhouse must
 * be running with the new one, because stored secrets could be sealed under a former one.
 */
export const rotateSecret: Operation = async (args, env) => {
  if (args.some((arg) => arg !== '--finish')) throw new Error('Usage: npm run rotate-secret -- [--finish]');
  const { DATA_DIR, SECRET } = readEnvironment(env, { isDemo: false });
  if (SECRET !== undefined) throw new Error('SECRET is set: change SECRET and SECRET_PREVIOUS instead.');
  if (args.length > 0) {
    const outcome = await report(env, 'finish').catch((error: unknown) => {
      if (!(error instanceof SettingsConflict)) throw error;
      throw new Error('Bidhouse still runs with the former secret. Restart it first.', { cause: error });
    });
    if (outcome.type === 'needed')
      throw new Error(
        `${outcome.secrets} stored secrets are sealed under a former secret. Try again in a minute; the log names those that cannot be opened.`,
      );
    dropOtherSecrets(DATA_DIR);
    process.stdout.write('From the next start on, only the current secret is accepted.\n');
    return 0;
  }
  // The security log gets it where Bidhouse runs; with the new secret, the running one would not be reached.
  await report(env, 'rotate').catch((error: unknown) => {
    if (!(error instanceof NotRunning)) throw error;
  });
  if (!rotateSecretFiles(DATA_DIR)) throw new Error(`${DATA_DIR} has no secret yet: the first start creates it.`);
  process.stdout.write('From the next start on, the new secret signs, and the former one is accepted too.\n');
  return 0;
};

function report(env: NodeJS.ProcessEnv, step: SecretStep): Promise<SecretStepOutcome> {
  return callControl(env, (plane) => plane.post<SecretStepOutcome>('/internal/secretSteps', { step }));
}
