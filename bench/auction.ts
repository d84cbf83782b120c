import { createServer } from 'node:http';
import { freePort } from '../tests/e2e/freePort.ts';
import { measureCost, measureLoad, medianOf, type LoadOptions } from './measureLoad.ts';
import { channelUid } from './servedSnapshot.ts';
import { startBenchServing, startChild } from './servers.ts';
import { steadyLoad } from './steadyLoad.ts';

const bidders = 5;
const rounds = 3;

/**
 * POST /openrtb2/auction with five bidders on loopback and 1 or 4 imps, compared with a bare fan-out of the same bytes.
 */
export async function benchAuction(): Promise<string> {
  const lines: string[] = [];
  for (const imps of [1, 4]) lines.push(await benchImps(imps));
  return lines.join('; ');
}

async function benchImps(imps: number): Promise<string> {
  const biddersPort = await freePort();
  const biddersUrl = `http://127.0.0.1:${biddersPort}`;
  const body = JSON.stringify({
    id: 'bench',
    tmax: 1000,
    site: { page: 'https://news.example/a', publisher: { id: '1' } },
    device: { ua: 'Mozilla/5.0', ip: '203.0.113.9' },
    imp: Array.from({ length: imps }, (_, index) => ({
      id: String(index + 1),
      tagid: channelUid(0),
      banner: { format: [{ w: 300, h: 250 }] },
    })),
  });
  const sent = await sentToBidders(body);
  const pool = await startChild('bench/biddersChild.ts', { BIDDERS_PORT: String(biddersPort) }, biddersUrl, 1);
  const serving = await startBenchServing(0, { url: biddersUrl, count: bidders });
  const url = `${serving.url}/openrtb2/auction`;
  const answer = await (await fetch(url, { method: 'POST', body })).text();
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
  const bareUrl = `${bare.url}/fan-out`;
  const full: LoadOptions = { seconds: 4, connections: 32, method: 'POST', body, answerBytes: answer.length };
  await measureLoad(url, { ...full, seconds: 5 });
  await measureLoad(bareUrl, { ...full, seconds: 5 });
  const sold: Awaited<ReturnType<typeof measureCost>>[] = [];
  const limit: Awaited<ReturnType<typeof measureCost>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    sold.push(await measureCost(serving, url, full));
    limit.push(await measureCost(bare, bareUrl, full));
  }
  const perSecond = medianOf(sold.map((load) => load.requestsPerSecond));
  const bound = medianOf(limit.map((load) => load.requestsPerSecond));
  const calm = { ...full, rate: perSecond / 2 };
  const ours = await steadyLoad(url, calm);
  const theirs = await steadyLoad(bareUrl, calm);
  await Promise.all([serving.stop(), bare.stop(), pool.stop()]);
  const cost = medianOf(sold.map((load) => load.cpuMicros));
  const least = medianOf(limit.map((load) => load.cpuMicros));
  const failures = sold.reduce((sum, load) => sum + load.failures, 0);
  return `${imps} imp: ${perSecond.toFixed(0)} auctions/s of ${bound.toFixed(0)} bare, p99 at half load ${ours.p99} ms (bare ${theirs.p99}), ${cost.toFixed(0)} µs of CPU each (bare ${least.toFixed(0)}), ${failures} failures, ratio ${(perSecond / bound).toFixed(2)}`;
}

/** The bid request that a bidder receives, captured once from a serving process. */
async function sentToBidders(body: string): Promise<string> {
  const port = await freePort();
  let resolveOutput: (text: string) => void = () => undefined;
  const first = new Promise<string>((resolve) => (resolveOutput = resolve));
  const listener = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      resolveOutput(text);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => listener.listen(port, '127.0.0.1', done));
  const serving = await startBenchServing(0, { url: `http://127.0.0.1:${port}`, count: 1 });
  const auctionResponse = fetch(`${serving.url}/openrtb2/auction`, { method: 'POST', body });
  const text = await first;
  await auctionResponse;
  await serving.stop();
  listener.close();
  listener.closeAllConnections();
  return text;
}
