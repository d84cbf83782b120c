import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tests/e2e/freePort.ts';
import { auctionRequests, type BenchMedia } from './auctionRequests.ts';
import { findRate } from './findRate.ts';
import { httpRequest } from './httpRequest.ts';
import { medianOf } from './medianOf.ts';
import { runLoad, type LoadOptions } from './runLoad.ts';
import { selfTimes } from './selfTimes.ts';
import { sentToBidders } from './sentToBidders.ts';
import { startBenchServing, startChild } from './servers.ts';

/** An auction to measure. */
interface Case {
  media: BenchMedia;
  bidders: number;
  imps: number;
}

const cases: readonly Case[] = [
  ...[1, 4].flatMap((imps) => [1, 5, 15].map((bidders) => ({ media: 'video' as const, bidders, imps }))),
  ...[1, 4].map((imps) => ({ media: 'banner' as const, bidders: 5, imps })),
];

/** Different bodies of each load. */
const bodyCount = 4000;
const rounds = 3;
/** Auctions of a new process whose cost is quoted as cold. */
const coldAuctions = 200;

/**
 * POST /openrtb2/auction with 1, 5 and 15 bidders on loopback and 1 or 4 imps. Every bid has markup of its own, and
 * every request a page and viewer of its own. Prints the processor time of an auction, cold and warm, that of a bare
 * fan-out of the same calls, memory, and the auctions per second of an open load.
 */
export async function benchAuction(options: readonly string[] = []): Promise<string> {
  if (options.includes('--profile')) return profileAuction({ media: 'video', bidders: 5, imps: 4 });
  const lines = [
    'media   bidders  imps  ms CPU cold  ms CPU warm  ms CPU bare  ratio  RSS MB  p99 at half load  per s, p99 < 50 ms  failures',
  ];
  for (const one of cases) lines.push(await benchCase(one));
  return `\n${lines.join('\n')}`;
}

async function benchCase({ media, bidders, imps }: Case): Promise<string> {
  const world = await openWorld({ media, bidders, imps });
  const { serving, bare, load, bareLoad } = world;
  const cold = await runLoad(serving, { ...load, seconds: coldAuctions / 100, rate: 100 });
  await runLoad(serving, { ...load, seconds: 6 });
  await runLoad(bare, { ...bareLoad, seconds: 4 });
  const ours: number[] = [];
  const theirs: number[] = [];
  let failures = 0;
  for (let round = 0; round < rounds; round += 1) {
    const sold = await runLoad(serving, { ...load, seconds: 3 });
    ours.push(sold.cpuMs);
    failures += sold.failures;
    theirs.push((await runLoad(bare, { ...bareLoad, seconds: 3 })).cpuMs);
  }
  const warm = medianOf(ours);
  const limit = medianOf(theirs);
  const half = await runLoad(serving, { ...load, seconds: 4, rate: 500 / warm });
  const perSecond = await findRate((rate) => runLoad(serving, { ...load, seconds: 3, rate }), 1000 / warm);
  const memory = serving.memory() / 1024 / 1024;
  await world.close();
  const cells: [string | number, number][] = [
    [media, -8],
    [bidders, 7],
    [imps, 6],
    [cold.cpuMs.toFixed(2), 13],
    [warm.toFixed(3), 13],
    [limit.toFixed(3), 13],
    [(limit / warm).toFixed(2), 7],
    [memory.toFixed(0), 8],
    [half.p99.toFixed(1), 18],
    [perSecond.toFixed(0), 21],
    [failures, 10],
  ];
  return cells
    .map(([cell, width]) => (width < 0 ? String(cell).padEnd(-width) : String(cell).padStart(width)))
    .join('');
}

async function profileAuction(one: Case): Promise<string> {
  const file = join(tmpdir(), `bidhouse-auction-${process.pid}.cpuprofile`);
  const world = await openWorld(one, { PROFILE_FILE: file });
  const { serving, load } = world;
  await runLoad(serving, { ...load, seconds: 6 });
  serving.signal('SIGUSR2');
  const { cpuMs } = await runLoad(serving, { ...load, seconds: 5 });
  serving.signal('SIGUSR2');
  await new Promise((done) => setTimeout(done, 2000));
  await world.close();
  const { modules, functions } = selfTimes(file);
  const print = ([name, share]: [string, number]) => `${(share * 100).toFixed(1).padStart(6)} %  ${name}`;
  const title = `${one.bidders} bidders, ${one.imps} imps: ${cpuMs.toFixed(3)} ms CPU per auction, self time`;
  return ['', title, ...modules.slice(0, 30).map(print), '', ...functions.slice(0, 40).map(print), file].join('\n');
}

async function openWorld({ media, bidders, imps }: Case, env: Record<string, string> = {}) {
  const biddersPort = await freePort();
  const biddersUrl = `http://127.0.0.1:${biddersPort}`;
  const bodies = auctionRequests(bodyCount, imps, media);
  const [body = ''] = bodies;
  const sent = await sentToBidders(body);
  const pool = await startChild('bench/biddersChild.ts', { BIDDERS_PORT: String(biddersPort) }, biddersUrl, 1);
  const serving = await startBenchServing(0, { url: biddersUrl, count: bidders }, undefined, 0, env);
  const answer = await (await fetch(`${serving.url}/openrtb2/auction`, { method: 'POST', body })).text();
  if (answer.split('"impid"').length !== imps + 1) throw new Error(`the bench sells nothing: ${answer.slice(0, 300)}`);
  const barePort = await freePort();
  const bare = await startChild(
    'bench/fanOutChild.ts',
    {
      BARE_PORT: String(barePort),
      FAN_OUT_BODY: Buffer.from(sent).toString('base64'),
      BARE_BODY: Buffer.from(answer).toString('base64'),
      BIDDERS_URL: biddersUrl,
      BIDDERS: String(bidders),
    },
    `http://127.0.0.1:${barePort}`,
  );
  const load: LoadOptions = {
    requests: bodies.map((each, index) => httpRequest(index, '/openrtb2/auction', each)),
    seconds: 3,
    connections: 16,
    expected: { text: '"impid"', count: imps },
  };
  return {
    serving,
    bare,
    load,
    bareLoad: { ...load, requests: bodies.map((each, index) => httpRequest(index, '/fan-out', each)) },
    close: () => Promise.all([serving.stop(), bare.stop(), pool.stop()]),
  };
}
