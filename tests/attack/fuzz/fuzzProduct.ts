import { eventually } from '../../e2e/apiClient.ts';
import type { Product } from '../../e2e/product.ts';
import { password } from '../../system/api/startTestApi.ts';
import { buildSellingAccount } from '../buildSellingAccount.ts';
import { compareTraffic, type TrafficDifferences } from '../compareTraffic.ts';
import { createRandom } from '../createRandom.ts';
import { hitName } from '../hitName.ts';
import { openProductApi } from '../openProductApi.ts';
import { readCounted } from '../readCounted.ts';
import { startViewers } from '../startViewers.ts';
import { emptyTrafficLog, type TrafficLog } from '../trafficLog.ts';
import { waitUntilReported } from '../waitUntilReported.ts';
import { buildFuzzWorld } from './buildFuzzWorld.ts';
import { callRepeatedly } from './callRepeatedly.ts';
import { runFuzz, type FuzzResult } from './runFuzz.ts';

/** Result of an attack on one account by random requests while viewers and users of another account continue. */
export interface FuzzedProduct {
  fuzz: FuzzResult;
  /** Calls of the API for the other account, and their failures. */
  neighbour: { traffic: TrafficLog; calls: number; callFaults: string[] };
  /** Processes that ran before and after. */
  processes: { before: object; after: object };
  /** Differences between sent and counted hits, of the other account and of the attacked one. */
  counted: { neighbour: TrafficDifferences; attacked: TrafficDifferences };
  /** Counted ad requests of the other account beyond those that its viewers sent. */
  surplusCalls: number;
  /** Counted impressions without an account. */
  ownerless: number;
}

/** Settings of the attacked product. */
export const fuzzSettings = {
  DATABASE_EDITION: 'CTVMediaV2V',
  ADMIN_LOGIN: 'super',
  ADMIN_PASSWORD: password,
  TRUST_PROXY: '1',
  CACHE_PUTS: '1',
};

/** Attacks a product that was started with `fuzzSettings`, then stops it to read the counted traffic. */
export async function fuzzProduct(
  product: Product,
  { seed, requests }: { seed: number; requests: number },
): Promise<FuzzedProduct> {
  const api = openProductApi(product);
  const other = await buildSellingAccount(api, 'neighbour');
  const world = await buildFuzzWorld(product, api);
  let firstRequests = 0;
  const requestAd = async () => {
    firstRequests += 1;
    return (await fetch(`${product.adsUrl}/vast/${other.channelUid}`)).text();
  };
  await eventually(requestAd, (markup) => markup.includes('<Impression'));

  const before = await product.processes();
  const viewers = startViewers(product.adsUrl, other.channelUid, {
    count: 2,
    random: createRandom(seed),
    timeoutMs: 60_000,
  });
  const calls = callRepeatedly(other.owner, '/api/demand/tags');
  const fuzz = await runFuzz(world, { seed, requests, inFlight: 12 });
  const callFaults = await calls.stop();
  await viewers.stop();
  const { log: traffic } = viewers;
  const after = await product.processes();

  // Each hit of the attacked account's ads is sent at least once, whatever the random requests included.
  const attacked = emptyTrafficLog();
  for (const path of world.trackingPaths) {
    const name = hitName(path);
    if (name === null) continue;
    const answer = await fetch(product.adsUrl + path, { redirect: 'manual' });
    if (answer.status < 400) attacked.acknowledged.add(name);
    else attacked.faults.push(`${path}: ${answer.status}`);
  }
  await waitUntilReported(product, { login: other.logins.demand, password }, traffic);
  await waitUntilReported(product, { login: world.ownerLogin, password }, attacked);
  await product.halt();
  const accounts = await readCounted(product.dataDir);
  const countedOf = (demandId: number | undefined) => {
    const found = accounts.get(demandId ?? 0);
    if (!found) throw new Error(`nothing is counted of account ${demandId}`);
    return found;
  };
  const ofOther = countedOf(other.demandId);
  return {
    fuzz,
    neighbour: { traffic, calls: calls.count(), callFaults },
    processes: { before, after },
    counted: {
      neighbour: compareTraffic(ofOther, traffic),
      attacked: compareTraffic(countedOf(world.ids.demand), attacked),
    },
    surplusCalls: ofOther.calls - firstRequests - traffic.requests,
    ownerless: accounts.get(0)?.imps ?? 0,
  };
}
