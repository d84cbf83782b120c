import type { Environment } from '#model/index.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import type { UserAgent } from '#standards/userAgent.ts';

/** AdCOM's device types of TVs and set-top boxes. */
const televisions: readonly number[] = [3, 7];

/** AdCOM's device types of phones and tablets. */
const handhelds: readonly number[] = [1, 4, 5];

/** Where a bid request's ad would be shown: by its device, and whether it comes from an app. */
export function environmentOf(
  { app, dooh, device }: Pick<BidRequest, 'app' | 'dooh' | 'device'>,
  readAgent: (text: string) => UserAgent,
): Environment {
  const type = device?.devicetype;
  const told = type === undefined ? readAgent(device?.ua ?? '').device : '';
  if (dooh || televisions.includes(type ?? 0) || told === 'SmartTV') return 'ctv';
  if (app) return 'app';
  return handhelds.includes(type ?? 0) || told === 'Mobile' ? 'mobileWeb' : 'web';
}
