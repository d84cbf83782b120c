import { Session } from 'node:inspector/promises';

/** Counts this process's steps, which are the same on every machine and under every load. */
export interface StepCounter {
  /**
   * Steps of our own code and of packages since the last call: blocks that were run, and characters and elements that
   * built-in searches passed.
   */
  take(): Promise<number>;
  close(): Promise<void>;
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Steps of a call. `from`: where an expression with the flag g or y started. */
type Cost = (self: unknown, given: unknown[], result: unknown, from: number) => number;

/** Starts to count. Built-in search functions are replaced until the counter is closed. */
export async function startStepCounter(): Promise<StepCounter> {
  let steps = 0;
  const undo: (() => void)[] = [];
  const count = (owner: object, name: string, cost: Cost) => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    const original = descriptor?.value as Method;
    const counted = function (this: unknown, ...given: unknown[]) {
      const from = this instanceof RegExp && (this.global || this.sticky) ? this.lastIndex : 0;
      const result = original.apply(this, given);
      steps += cost(this, given, result, from);
      return result;
    };
    Object.defineProperty(owner, name, { ...descriptor, value: counted });
    undo.push(() => Object.defineProperty(owner, name, { ...descriptor, value: original }));
  };
  const searched = (self: unknown, [, from]: unknown[], result: unknown) => {
    const start = typeof from === 'number' ? Math.max(0, from) : 0;
    return Math.max(1, (Number(result) < 0 ? lengthOf(self) : Number(result) + 1) - start);
  };
  count(String.prototype, 'indexOf', searched);
  count(String.prototype, 'lastIndexOf', (self, _, result) => lengthOf(self) - Math.max(0, Number(result)));
  for (const name of ['includes', 'split', 'replaceAll', 'toLowerCase', 'toUpperCase', 'trim', 'concat', 'padStart']) {
    count(String.prototype, name, lengthOf);
  }
  const elementsOf = (self: unknown) => (self as { length: number }).length;
  for (const name of ['indexOf', 'includes', 'lastIndexOf', 'concat', 'join', 'slice', 'shift', 'splice', 'toSorted']) {
    count(Array.prototype, name, elementsOf);
  }
  for (const name of ['decodeURIComponent', 'encodeURIComponent']) {
    count(globalThis, name, (_, [text]) => lengthOf(text));
  }
  count(JSON, 'parse', (_, [text]) => lengthOf(text));
  count(JSON, 'stringify', (_self, _given, result) => lengthOf(result));
  // Every use of a regular expression executes it, by any method: it passes the characters up to the end of its match.
  count(RegExp.prototype, 'exec', (self, [text], match, from) => {
    const { sticky } = self as RegExp;
    const end = match ? (match as RegExpExecArray).index + (match as RegExpExecArray)[0].length : sticky ? from : null;
    return Math.max(1, (end ?? lengthOf(text)) - from);
  });

  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const blocks = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    let run = 0;
    for (const { url, functions } of result) {
      if (!/\/(?:src|node_modules)\//.test(url) || /\/node_modules\/(?:vite|vitest|@vitest)\//.test(url)) continue;
      for (const { ranges } of functions) for (const range of ranges) run += range.count;
    }
    return run;
  };
  return {
    async take() {
      const total = (await blocks()) + steps;
      steps = 0;
      return total;
    },
    async close() {
      for (const each of undo) each();
      await session.post('Profiler.stopPreciseCoverage');
      await session.post('Profiler.disable');
      session.disconnect();
    },
  };
}

function lengthOf(value: unknown): number {
  return String(value).length;
}
