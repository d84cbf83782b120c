import { errorText } from '#runtime/log/describeError.ts';
import { createSecretSealer } from '#runtime/sealing/secretSealer.ts';
import type { Secrets } from '#storage/nodes/installationStore.ts';
import type { Postgres } from '#storage/postgres.ts';
import { openSealedSecrets } from '#storage/sealing/sealedSecretStore.ts';
import { passed, unchecked, warning, type Finding } from './finding.ts';

/** Whether stored secrets are sealed, and under the current SECRET. Reads only. */
export async function checkStoredSecrets(postgres: Postgres, secrets: Secrets): Promise<Finding> {
  const check = 'stored secrets';
  const stored = openSealedSecrets(postgres, createSecretSealer(secrets), secrets);
  try {
    const old = await stored.countOld();
    if (old > 0)
      return warning(
        check,
        `${old} are sealed under a former SECRET`,
        'Leave it in SECRET_PREVIOUS until the management API has sealed them again, which takes a minute. Its log names those that it cannot open.',
      );
    if (await stored.areClear())
      return warning(
        check,
        'in clear text, as releases before 0.3.0 read them',
        'Run npm start -- seal-secrets once you do not go back to such a release.',
      );
    return passed(check, 'sealed under the current SECRET');
  } catch (error) {
    return unchecked(check, `they cannot be read: ${errorText(error)}`);
  }
}
