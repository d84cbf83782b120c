import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Start of a line in a deduplication log: a part was added under a block id, or dropped. */
const added = '1';
const dropped = '2';

/**
 * Lets the tables of a ClickHouse folder accept again the inserts that a kill interrupted. A table without replicas
 * first records a part in its deduplication log, then gives the part its name; when killed in between, it would reject
 * the retry as a duplicate of rows that it does not have. Must be called before the engine opens the folder, because
 * the engine gives its next part the number of the lost one.
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

/** The blocks of a partition that a part contains: `202611_5_9_1` has those from 5 to 9. */
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
