import { readControlUrl } from '#runtime/control/controlAddress.ts';
import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { openControlPlane } from '#serving/snapshot/controlPlane.ts';
import { fault, passed, unchecked, type Finding } from './finding.ts';

/** Checks that a management API responds at the control URL, and accepts the secret; null = there is none. Reads only. */
export async function checkControl(url: string, secret: string | null): Promise<Finding> {
  const check = 'CONTROL_URL';
  if (secret === null)
    return unchecked(
      check,
      'SECRET is not set, and DATA_DIR has none: an api with this DATA_DIR creates it when it starts',
    );
  const plane = openControlPlane(url, secret);
  try {
    await plane.ping();
    return passed(check, `the management API at ${url} responds and accepts SECRET`);
  } catch (error) {
    if (error instanceof SettingsConflict)
      return fault(check, `${url} has another SECRET, or is an api of another installation`, error.fix);
    const cause = errorText(error);
    if (cause.includes('CONTROL_URL'))
      return fault(
        check,
        `${url}: ${cause}`,
        'Set it to the host and CONTROL_PORT of an api, not to PORT or ADS_PORT.',
      );
    return fault(check, `${url} cannot be used: ${cause}`, fixOf(url));
  } finally {
    await plane.close();
  }
}

function fixOf(url: string): string {
  if (readControlUrl(url).socketPath !== null)
    return 'Start the api with the same DATA_DIR and as the same user first.';
  return 'Start the api first. Check host and port, that its CONTROL_HOST is an address that this machine reaches (not 127.0.0.1), and firewalls.';
}
