import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { OpenTarget, Phase, PhaseResult } from './openLoad.ts';

/** What one arrival asks. */
interface Arrival {
  isHit: boolean;
  dueAt: number;
  tally: Tally;
}

/** What came of a phase so far. */
interface Tally {
  startedAt: number;
  waiting: number;
  result: PhaseResult;
  took: { ads: number[]; noAds: number[]; hits: number[] };
}

/** Time after the last arrival in which answers still count. */
const patienceMs = 10_000;

const { target, phases } = JSON.parse(process.argv[2] ?? '') as { target: OpenTarget; phases: Phase[] };
const asks = {
  ad: `GET ${target.adPath} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: Mozilla/5.0\r\n\r\n`,
  hit: `GET ${target.eventPath} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: Mozilla/5.0\r\n\r\n`,
};
const idle: Connection[] = [];

/** A kept connection, on which one question at a time is under way. */
class Connection {
  readonly #socket: Socket;
  #chunks: string[] = [];
  #lacking = -1;
  #arrival: Arrival | null = null;

  constructor() {
    this.#socket = connect({ host: '127.0.0.1', port: target.port, noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text: string) => this.#take(text));
    this.#socket.on('error', () => this.#socket.destroy());
    this.#socket.on('close', () => this.#lost());
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  ask(arrival: Arrival): void {
    this.#arrival = arrival;
    this.#socket.write(arrival.isHit ? asks.hit : asks.ad);
  }

  #take(text: string): void {
    this.#chunks.push(text);
    if (this.#lacking < 0) {
      const all = this.#chunks.join('');
      const headEnd = all.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(all)?.[1] ?? '0';
      this.#lacking = headEnd + 4 + Number(length) - all.length;
    } else {
      this.#lacking -= text.length;
    }
    if (this.#lacking > 0) return;
    const answer = this.#chunks.join('');
    this.#chunks = [];
    this.#lacking = -1;
    const arrival = this.#arrival;
    this.#arrival = null;
    if (arrival) judge(arrival, answer);
    idle.push(this);
  }

  #lost(): void {
    if (this.#arrival) this.#arrival.tally.waiting -= 1;
    if (this.#arrival) this.#arrival.tally.result.errors += 1;
    this.#arrival = null;
  }
}

function judge({ isHit, dueAt, tally }: Arrival, answer: string): void {
  const ms = performance.now() - dueAt;
  const { result, took } = tally;
  tally.waiting -= 1;
  const isFine = answer.startsWith('HTTP/1.1 200 ');
  if (isHit) {
    if (isFine) took.hits.push(ms);
    else result.errors += 1;
  } else if (isFine && answer.includes('<Impression') && answer.endsWith('</VAST>')) {
    took.ads.push(ms);
    const tenth = result.tenths[Math.floor((dueAt - tally.startedAt) / 100)];
    if (tenth) tenth.sold += 1;
  } else if (isFine && answer.endsWith(`\r\n\r\n${target.noAd}`)) took.noAds.push(ms);
  else result.errors += 1;
}

async function runPhase({ rate, seconds }: Phase): Promise<Tally> {
  const tenths = Array.from({ length: Math.ceil(seconds * 10) }, () => ({ asked: 0, sold: 0 }));
  const p99 = { answers: 0, noAds: 0, hits: 0 };
  const tally: Tally = {
    startedAt: performance.now(),
    waiting: 0,
    result: { ads: 0, noAds: 0, hits: 0, errors: 0, p99, tenths },
    took: { ads: [], noAds: [], hits: [] },
  };
  const count = Math.round(rate * seconds);
  for (let sent = 0; sent < count;) {
    const due = Math.min(count, ((performance.now() - tally.startedAt) * rate) / 1000);
    for (; sent < due; sent += 1) {
      const dueAt = tally.startedAt + (sent / rate) * 1000;
      const isHit = sent % 10 === 9;
      const tenth = tenths[Math.floor((dueAt - tally.startedAt) / 100)];
      if (tenth && !isHit) tenth.asked += 1;
      tally.waiting += 1;
      freeConnection().ask({ isHit, dueAt, tally });
    }
    await wait(1);
  }
  return tally;
}

function freeConnection(): Connection {
  for (let kept = idle.pop(); kept; kept = idle.pop()) if (kept.isOpen) return kept;
  return new Connection();
}

function p99Of(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
}

const tallies: Tally[] = [];
for (const phase of phases) tallies.push(await runPhase(phase));
const lastAt = performance.now();
while (tallies.some(({ waiting }) => waiting > 0) && performance.now() - lastAt < patienceMs) await wait(20);
const results = tallies.map(({ result, took, waiting }): PhaseResult => {
  const answers = [...took.ads, ...took.noAds];
  return {
    ...result,
    ads: took.ads.length,
    noAds: took.noAds.length,
    hits: took.hits.length,
    errors: result.errors + waiting,
    p99: { answers: p99Of(answers), noAds: p99Of(took.noAds), hits: p99Of(took.hits) },
  };
});
process.stdout.write(JSON.stringify(results), () => process.exit(0));
