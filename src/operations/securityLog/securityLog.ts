import { errorText } from '#runtime/log/describeError.ts';
import { openPostgres } from '#storage/postgres.ts';
import type { ChainFault } from '#storage/security/findChainFault.ts';
import { verifyChain } from '#storage/security/verifyNextEvents.ts';
import { embeddedDatabaseUrl } from '#storage/store/startPostgres.ts';
import { readEnvironment } from '../../config.ts';
import type { Operation } from '../operations.ts';

/**
 * `security-log verify`: verifies the chain of the security log of an installation, which may run; an embedded
 * PostgreSQL must. The exit code is 1 if there is a fault. Reads only.
 */
export const securityLog: Operation = async (args, env) => {
  if (args.length !== 1 || args[0] !== 'verify') throw new Error('Usage: npm run security-log -- verify');
  const { DATA_DIR, DATABASE_URL } = readEnvironment(env, { isDemo: false });
  const postgres = openPostgres(DATABASE_URL ?? embeddedDatabaseUrl(DATA_DIR), { maxConnections: 1 });
  try {
    const { seq, fault } = await verifyChain(postgres.db).catch((error: unknown) => {
      const fix =
        DATABASE_URL === undefined
          ? `Start Bidhouse first, or set DATA_DIR to its folder (${DATA_DIR} now).`
          : 'Start PostgreSQL, or correct DATABASE_URL.';
      throw new Error(`The security log cannot be read: ${errorText(error)}. ${fix}`, { cause: error });
    });
    process.stdout.write(fault ? `${faultText(fault)}\n` : `The security log is verified up to event ${seq}.\n`);
    return fault ? 1 : 0;
  } finally {
    await postgres.close();
  }
};

function faultText({ seq, fault }: ChainFault): string {
  const texts: Record<ChainFault['fault'], string> = {
    missing: `event ${seq} was removed`,
    changed: `event ${seq} was changed`,
    detached: `event ${seq} does not continue the event before it`,
    cut: `the end of the log was changed at event ${seq}`,
    unexplained: `events up to ${seq} were removed other than at the end of their retention`,
  };
  return `The security log is BROKEN: ${texts[fault]}. Compare it with the copy that was shipped, or with a backup.`;
}
