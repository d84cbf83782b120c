import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a line of a deduplication log begins: a part came in under a block id, or it went. */
const added = '1';
const dropped = '2';

/**
 * Lets the tables of a ClickHouse folder take again what a kill kept from them. A table without replicas notes a part
 * in its deduplication log first and gives the part its name second; killed between the two, it would call the retry a
 * duplicate of rows that it does not have. To be called before the engine opens the folder, for it numbers its next
 * part as the lost one.
 */
export function dropLostParts(folder: string): void {
  const store = join(folder, 'store');
  for (const prefix of namesIn(store)) {
    for (const table of namesIn(join(store, prefix))) dropLostPartsOf(join(store, prefix, table));
  }
}

function dropLostPartsOf(table: string): void {
  const logDir = join(table, 'deduplication_logs');
  const logs = namesIn(logDir)
    .flatMap((name) => /^deduplication_log_(\d+)\.txt$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a)
    .map((number) => join(logDir, `deduplication_log_${number}.txt`));
  const [newest] = logs;
  if (!newest) return;
  const parts = namesIn(table).flatMap((name) => readPart(name) ?? []);
  const drops: string[] = [];
  for (const line of lastLines(logs).reverse()) {
    const [operation, part = '', blockId] = line.split('\t');
    const wanted = readPart(part);
    if (operation !== added || !wanted || !blockId || parts.some((each) => covers(each, wanted))) break;
    drops.push(`${dropped}\t${part}\t${blockId}\n`);
  }
  if (drops.length > 0) appendFileSync(newest, drops.join(''), { flush: true });
}

function namesIn(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir) : [];
}

/** The lines of the first file that has any: the newest is empty after each rotation. */
function lastLines(newestFirst: readonly string[]): string[] {
  for (const path of newestFirst) {
    const text = readFileSync(path, 'utf8').trimEnd();
    if (text !== '') return text.split('\n');
  }
  return [];
}

/** The blocks of a partition that a part holds: `202611_5_9_1` has those from 5 to 9. */
interface PartRange {
  partition: string;
  from: number;
  to: number;
}

function readPart(name: string): PartRange | null {
  const match = /^([0-9A-Za-z-]+)_(\d+)_(\d+)_\d+(?:_\d+)?$/.exec(name);
  return match?.[1] ? { partition: match[1], from: Number(match[2]), to: Number(match[3]) } : null;
}

function covers(part: PartRange, wanted: PartRange): boolean {
  return part.partition === wanted.partition && part.from <= wanted.from && part.to >= wanted.to;
}
