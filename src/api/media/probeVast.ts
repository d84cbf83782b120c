import type { TagFetcher } from '#outbound/fetchTag.ts';
import { isPlainHttp } from '#standards/markup/isPlainHttp.ts';
import { vastLoadsPlainHttp } from '#standards/openrtb/bid/vastLoadsPlainHttp.ts';
import { runVastTest, type TestStart } from '../vastTester/runVastTest.ts';
import { testDevice } from '../vastTester/testDevice.ts';
import type { VastProbe } from './mediaContract.ts';

export interface ProbeContext {
  fetcher: TagFetcher;
  /** The user's IP address, which stands for the viewer's. */
  ip: string;
  requestId: string;
  now: Date;
  signal: AbortSignal;
}

/** Unwraps third-party VAST to its ad as a player in a browser would. Never throws. */
export async function probeVast(
  start: TestStart,
  { fetcher, ip, requestId, now, signal }: ProbeContext,
): Promise<VastProbe> {
  const device = testDevice({
    id: 'desktopChrome',
    params: {},
    ip,
    caller: 'player',
    now,
    random: 0.5,
    testId: requestId,
  });
  const { hops, ad, errorCode, findings } = await runVastTest(start, {
    fetcher,
    device,
    signal,
    clock: () => performance.now(),
  });
  return {
    errorCode,
    isOverlay: ad?.isOverlay ?? false,
    depth: hops.filter(({ kind }) => kind === 'wrapper').length,
    durationS: ad?.durationMs ? ad.durationMs / 1000 : null,
    adSystem: ad?.adSystem ?? hops.at(-1)?.adSystem ?? '',
    clickUrl: ad?.clickThrough ?? null,
    isSecure: hops.every(
      ({ url, xml }) => !isPlainHttp(url ?? undefined) && !(xml !== null && vastLoadsPlainHttp(xml)),
    ),
    media: (ad?.media ?? []).map(({ url, type, width, height, isReachable }) => ({
      url,
      type,
      width,
      height,
      isReachable,
    })),
    faults: findings
      .filter(({ severity }) => severity === 'error')
      .map(({ message, subject }) => ({ message, ...(subject === undefined ? {} : { subject }) })),
  };
}
