import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../tests/e2e/freePort.ts';
import { auctionRequest } from './auctionRequests.ts';
import { bidVastTemplates } from './bidVast.ts';
import { endWithBench } from './endWithBench.ts';
import { findRate } from './findRate.ts';
import { pinnedTo } from './pinnedTo.ts';
import { resourcesOf, startBenchServing } from './servers.ts';

/** A server under test, pinned to the first core. */
interface Peer {
  name: string;
  url: string;
  /** How its responses name the sold bid. */
  winner: 'highest' | 'targeting';
  /** A request's body; its page is `{page}`. */
  body: (index: number, imps: number, bidders: number) => string;
  cpu: () => number;
  memory: () => number;
  stop: () => Promise<void>;
}

/** Result of a load by the process of bench/peer. */
interface PeerLoad {
  answered: number;
  failures: number;
  reason: string;
  seconds: number;
  p99: number;
}

const cases = [1, 4].flatMap((imps) => [1, 5, 15].map((bidders) => ({ imps, bidders })));
const bodyCount = 2000;

/**
 * Prebid Server and one ad-serving process side by side: the same bidders over HTTP, each bid with a VAST of its own,
 * every server alone on the first core, load and bidders on the second. Needs Go, and the source of Prebid Server in
 * PREBID_SERVER_SOURCE.
 */
export async function benchPeer(): Promise<string> {
  const source = process.env['PREBID_SERVER_SOURCE'];
  if (source === undefined) return 'not run: set PREBID_SERVER_SOURCE to the source of Prebid Server';
  const folder = mkdtempSync(join(tmpdir(), 'bidhouse-peer-'));
  try {
    buildGo(resolve(source), join(folder, 'prebid-server'));
    buildGo(resolve('bench/peer'), join(folder, 'load'));
    const lines = ['bidders  imps  server          ms CPU   per s, p99 < 50 ms   RSS MB   failures'];
    for (const one of cases) lines.push(...(await benchCase(folder, resolve(source), one)));
    return `\n${lines.join('\n')}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function buildGo(source: string, binary: string): void {
  execFileSync('go', ['build', '-o', binary, '.'], { cwd: source, stdio: ['ignore', 'inherit', 'inherit'] });
}

async function benchCase(
  folder: string,
  source: string,
  { bidders, imps }: { bidders: number; imps: number },
): Promise<string[]> {
  const biddersPort = await freePort();
  const load = await startLoad(join(folder, 'load'), biddersPort);
  const lines: string[] = [];
  const costs: number[] = [];
  for (const start of [startPrebidServer, startBidhouse]) {
    const peer = await start(folder, source, biddersPort, bidders);
    const file = join(folder, 'requests');
    const bodies = Array.from({ length: bodyCount }, (_, index) => peer.body(index, imps, bidders));
    writeFileSync(file, bodies.join('\n'));
    const task = { target: peer.url, requests: file, bidders, imps, winner: peer.winner, connections: 16 };
    await load.run({ ...task, seconds: 6 });
    const before = peer.cpu();
    const full = await load.run({ ...task, seconds: 5 });
    const cpuMs = ((peer.cpu() - before) / full.answered) * 1000;
    const perSecond = await findRate((rate) => load.run({ ...task, rate, seconds: 3 }), 1000 / cpuMs);
    const memory = peer.memory() / 1024 / 1024;
    await peer.stop();
    costs.push(cpuMs);
    lines.push(
      `${String(bidders).padStart(7)}${String(imps).padStart(6)}  ${peer.name.padEnd(14)}${cpuMs.toFixed(3).padStart(8)}${perSecond.toFixed(0).padStart(21)}${memory.toFixed(0).padStart(9)}${String(full.failures).padStart(11)} ${full.reason}`,
    );
  }
  load.stop();
  const [theirs = 0, ours = 0] = costs;
  lines.push(`${' '.repeat(15)}ratio of processor time: ${(ours / theirs).toFixed(2)}`);
  return lines;
}

async function startLoad(binary: string, biddersPort: number) {
  const templates = bidVastTemplates();
  const command = [...pinnedTo(1), binary, JSON.stringify({ biddersPort, templates })];
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  endWithBench(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async run(task: object): Promise<PeerLoad> {
      child.stdin.write(`${JSON.stringify(task)}\n`);
      return JSON.parse(String((await lines.next()).value)) as PeerLoad;
    },
    stop: () => child.kill('SIGKILL'),
  };
}

async function startBidhouse(_folder: string, _source: string, biddersPort: number, bidders: number): Promise<Peer> {
  const server = await startBenchServing(0, { url: `http://127.0.0.1:${biddersPort}`, count: bidders });
  return {
    name: 'Bidhouse',
    url: `${server.url}/openrtb2/auction`,
    winner: 'highest',
    body: (index, imps) => JSON.stringify(withPage(auctionRequest(index, imps, 'video'))),
    cpu: () => server.cpu(),
    memory: () => server.memory(),
    stop: () => server.stop(),
  };
}

/** An alias of a plain adapter for each bidder; cache, analytics, GDPR and currency rates off. */
async function startPrebidServer(folder: string, source: string, biddersPort: number, bidders: number): Promise<Peer> {
  const home = mkdtempSync(join(folder, 'pbs-'));
  cpSync(join(source, 'static'), join(home, 'static'), { recursive: true });
  const infos = join(home, 'static', 'bidder-info');
  // Adapters that are not used: the endpoints of some are not valid as delivered.
  for (const file of readdirSync(infos)) {
    if (file === 'infytv.yaml') continue;
    const text = readFileSync(join(infos, file), 'utf8').replaceAll(/^disabled:.*$/gm, '');
    writeFileSync(join(infos, file), `disabled: true\n${text}`);
  }
  for (let index = 0; index < bidders; index += 1) {
    const info = `aliasOf: infytv\ndisabled: false\nendpoint: "http://127.0.0.1:${biddersPort}/bid${index}"\n`;
    writeFileSync(join(infos, `peer${index}.yaml`), info);
  }
  const port = await freePort();
  const settings = {
    host: '127.0.0.1',
    port,
    admin: { enabled: false },
    admin_port: await freePort(),
    external_url: `http://127.0.0.1:${port}`,
    gdpr: { enabled: false, default_value: '0' },
    currency_converter: { fetch_interval_seconds: 0 },
    status_response: 'ok',
  };
  writeFileSync(join(home, 'pbs.json'), JSON.stringify(settings));
  const command = [...pinnedTo(0), join(folder, 'prebid-server')];
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: home,
    env: { ...process.env, GOMAXPROCS: '1' },
    stdio: 'ignore',
  });
  endWithBench(child);
  const exited = once(child, 'exit');
  const status = `http://127.0.0.1:${port}/status`;
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(status).catch(() => null);
    if (response?.ok) break;
    if (tries > 100 || child.exitCode !== null) throw new Error('Prebid Server does not start');
    await wait(200);
  }
  const names = Array.from({ length: bidders }, (_, index) => `peer${index}`);
  return {
    name: 'Prebid Server',
    url: `http://127.0.0.1:${port}/openrtb2/auction`,
    winner: 'targeting',
    body(index, imps) {
      const { imp, ...request } = withPage(auctionRequest(index, imps, 'video'));
      const bidder = Object.fromEntries(names.map((name) => [name, { publisherId: '1' }]));
      const targeting = { includewinners: true, includebidderkeys: false };
      return JSON.stringify({
        ...request,
        imp: imp.map((one) => ({ ...one, ext: { prebid: { bidder } } })),
        ext: { prebid: { targeting } },
      });
    },
    ...resourcesOf(child.pid ?? 0),
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function withPage<Request extends { site: object }>(request: Request) {
  return { ...request, site: { ...request.site, page: '{page}' } };
}
