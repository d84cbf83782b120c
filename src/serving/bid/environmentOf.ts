import type { Environment } from '#model/index.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import type { UserAgent } from '#standards/userAgent.ts';

/** AdCOM device types of TVs and set-top boxes. */
const tvDeviceTypes: readonly number[] = [3, 7];

/** AdCOM device types of phones and tablets. */
const mobileDeviceTypes: readonly number[] = [1, 4, 5];

/** The environment in which a bid request's ad would show, by its device and whether it comes from an app. */
export function environmentOf(
  { app, dooh, device }: Pick<BidRequest, 'app' | 'dooh' | 'device'>,
  readAgent: (text: string) => UserAgent,
): Environment {
  const type = device?.devicetype;
  const detectedDevice = type === undefined ? readAgent(device?.ua ?? '').device : '';
  if (dooh || tvDeviceTypes.includes(type ?? 0) || detectedDevice === 'SmartTV') return 'ctv';
  if (app) return 'app';
  return mobileDeviceTypes.includes(type ?? 0) || detectedDevice === 'Mobile' ? 'mobileWeb' : 'web';
}
