import { errorText } from '#runtime/log/describeError.ts';
import { openLineTarget } from '#runtime/shipping/openLineTarget.ts';
import { fault, passed, type Finding, unchecked } from './finding.ts';

/** Connects to the place that the security log is sent to, or opens its file. Sends no event. */
export async function checkSecurityLog(url: string): Promise<Finding> {
  const check = 'SECURITY_LOG_TO';
  try {
    await openLineTarget(url).probe();
    return url.startsWith('syslog:')
      ? unchecked(check, 'its host is known; over UDP nothing confirms that events arrive')
      : passed(check, 'it accepts a connection, or the file can be written');
  } catch (error) {
    const fix = 'Correct SECURITY_LOG_TO: scheme, host and port, or a file that the user of the product can write.';
    return fault(check, `it cannot be used: ${errorText(error)}`, fix);
  }
}
