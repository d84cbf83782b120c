import type { Integration } from '#model/reference/integrations.ts';
import { createTagFetcher } from '#outbound/fetchTag.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Rejection, type Route } from '../route.ts';
import { limitPerUser } from './limitPerUser.ts';
import { fireTrackers } from './fireTrackers.ts';
import { runVastTest, type TestStart } from './runVastTest.ts';
import { type DeviceChoice, testDevice } from './testDevice.ts';
import { findTestSubject } from './testSubject.ts';
import { vastTesterContract } from './vastTesterContract.ts';

/** Maximum duration of a test, in ms. */
const testMs = 5000;
/** Maximum concurrent tests per user, since each calls URLs that the user provides. */
const maxConcurrent = 4;

const tooMany = reject(
  429,
  [{ code: 'too_many_at_once', message: 'Several of your tests are running. Wait until one of them ends.', path: '' }],
  { 'retry-after': String(testMs / 1000) },
);

/** The rejection for a tag that cannot be tested by itself. */
function bidderRefused(integration: Integration): Rejection<422> {
  const kind = integration === 'RTB' ? 'an OpenRTB' : 'a Prebid';
  const message = `This is ${kind} tag. It has no VAST of its own and gets bid requests. Test it as a bidder.`;
  return reject(422, [{ code: 'no_vast', message, path: 'tagId' }]);
}

/** Routes of the VAST tester: test a tag as a device, and call its trackers. */
export function vastTesterRoutes(deps: Pick<ApiDeps, 'config' | 'entities' | 'now'>): Route[] {
  const { config, now } = deps;
  const paced = limitPerUser(maxConcurrent);
  const clock = () => performance.now();
  const openFetcher = () => createTagFetcher({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES });
  const limited = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(testMs)]);

  function deviceOf(
    { device, params }: { device: DeviceChoice['id']; params: Record<string, string> },
    { ip, requestId }: { ip: string; requestId: string },
    caller: DeviceChoice['caller'],
  ) {
    return testDevice({ id: device, params, ip, caller, now: now(), random: Math.random(), testId: requestId });
  }

  return [
    implement(vastTesterContract.testVast, async (call) => {
      const subject = await findTestSubject(deps, call.body, call.user);
      if (!subject) return notFound();
      if (subject.kind === 'bidder') return bidderRefused(subject.integration);
      const isServers = subject.kind === 'url' && subject.isServers;
      const device = deviceOf(call.body, call, isServers ? 'server' : 'player');
      const fetcher = openFetcher();
      // The operator configures the address of our own ad serving, which may be private.
      const own = createTagFetcher({ allowPrivateAddresses: true });
      const start: TestStart =
        subject.kind === 'channel'
          ? { kind: 'url', url: `${config.ADS_URL}/vast/${subject.uid}?${queryOf(device.params)}`, fetcher: own }
          : subject;
      try {
        const result = await paced(call.user.id, () =>
          runVastTest(start, { fetcher, device, signal: limited(call.signal), clock }),
        );
        return result ? ok(result) : tooMany;
      } finally {
        await Promise.all([fetcher.close(), own.close()]);
      }
    }),
    implement(vastTesterContract.fireTrackers, async (call) => {
      const { urls, errorCode } = call.body;
      const { headers } = deviceOf(call.body, call, 'player');
      const fetcher = openFetcher();
      const signal = limited(call.signal);
      try {
        const result = await paced(call.user.id, () =>
          fireTrackers(urls, { fetcher, headers, errorCode, signal, clock, now: now(), random: Math.random }),
        );
        return result ? ok(result) : tooMany;
      } finally {
        await fetcher.close();
      }
    }),
  ];
}

function queryOf(given: ReadonlyMap<string, string>): string {
  return [...given].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}
