import { SERVER_AGENT } from '#standards/viewerMacros.ts';
import { hostOf, mayCallHost } from './addressGuard.ts';
import { BidPool, type PoolOptions } from './bidPool.ts';
import type { FetchFailure } from './fetchFailure.ts';
import { headerLines } from './headerLines.ts';

/** Where a URL's calls go, with the beginning of their head; or why they cannot be sent. */
type BidTarget = { pool: BidPool; head: string } | FetchFailure;

/** The bidders that are called, by URL, and the pools of their servers. */
interface BidTargets {
  targetOf(url: string): BidTarget;
  pools(): Iterable<BidPool>;
}

/** The headers of every bid request, as alternating names and values. */
export const bidHeaders: readonly string[] = [
  ...['connection', 'keep-alive', 'user-agent', SERVER_AGENT],
  ...['accept', 'application/json', 'accept-encoding', 'gzip'],
];
const ownHeaders = headerLines(bidHeaders);

/** URLs that are remembered; far more than there are bidders. */
const maxUrls = 10_000;

/** Creates targets. The head of a URL's calls is composed once. */
export function createBidTargets(options: PoolOptions): BidTargets {
  const targets = new Map<string, BidTarget>();
  const pools = new Map<string, BidPool>();
  const poolOf = (url: URL): BidPool | null => {
    const host = hostOf(url);
    if (!mayCallHost(options.mayCall, host)) return null;
    let pool = pools.get(url.origin);
    if (!pool) {
      const isTls = url.protocol === 'https:';
      pool = new BidPool({ isTls, host, port: Number(url.port || (isTls ? 443 : 80)) }, options);
      pools.set(url.origin, pool);
    }
    return pool;
  };
  const readTarget = (text: string): BidTarget => {
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return 'conn_error';
    const url = new URL(text);
    const pool = poolOf(url);
    if (!pool) return 'refused_address';
    return { pool, head: `POST ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n${ownHeaders}` };
  };
  return {
    targetOf(url) {
      let target = targets.get(url);
      if (target === undefined) {
        if (targets.size === maxUrls) {
          targets.clear();
          for (const [origin, pool] of pools) if (pool.isEmpty) pools.delete(origin);
        }
        target = readTarget(url);
        targets.set(url, target);
      }
      return target;
    },
    pools: () => pools.values(),
  };
}
