import { dropOtherSecrets, rotateSecretFiles } from '#runtime/secretFiles.ts';
import { readEnvironment } from '../../config.ts';
import type { Operation } from '../operations.ts';

/** `rotate-secret [--finish]`: replaces the secret in DATA_DIR, or stops accepting the former ones. */
export const rotateSecret: Operation = async (args, env) => {
  if (args.some((arg) => arg !== '--finish')) throw new Error('Usage: npm run rotate-secret -- [--finish]');
  const { DATA_DIR, SECRET } = readEnvironment(env, { isDemo: false });
  if (SECRET !== undefined) throw new Error('SECRET is set: change SECRET and SECRET_PREVIOUS instead.');
  if (args.length > 0) {
    dropOtherSecrets(DATA_DIR);
    process.stdout.write('From the next start on, only the current secret is accepted.\n');
    return 0;
  }
  if (!rotateSecretFiles(DATA_DIR)) throw new Error(`${DATA_DIR} has no secret yet: the first start creates it.`);
  process.stdout.write('From the next start on, the new secret signs, and the former one is accepted too.\n');
  return 0;
};
