import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Order } from './orders.ts';

/** Processes of one kind that a test kills and starts again. */
export interface KillableProcesses {
  /** Gives all of them an order; those that start later get the last one. */
  order(order: Order): void;
  /** Kills one of them after some time, and starts it again. */
  killOne(random: () => number, afterMs: number): Promise<void>;
  kills: number;
  close(): Promise<void>;
}

/** Starts one process per list of arguments, each with variables of its own in the environment. */
export async function startProcesses(
  file: string,
  each: readonly { args: readonly string[]; env?: Record<string, string> }[],
  first: Order,
): Promise<KillableProcesses> {
  let last = first;
  const start = async ({ args, env = {} }: (typeof each)[number]): Promise<ChildProcess> => {
    const child = fork(join(import.meta.dirname, file), [...args], { execArgv: [], env: { ...process.env, ...env } });
    await answer(child, 'ready');
    const working = answer(child, 'working');
    child.send(last);
    await working;
    return child;
  };
  const children = await Promise.all(each.map(start));
  const processes: KillableProcesses = {
    kills: 0,
    order(order) {
      last = order;
      for (const child of children) if (child.connected) child.send(order);
    },
    async killOne(random, afterMs) {
      await pauseFor(random() * afterMs);
      const index = Math.floor(random() * children.length);
      const [child, setting] = [children[index], each[index]];
      if (!child || !setting) throw new Error('There is no process');
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      processes.kills += 1;
      children[index] = await start(setting);
    },
    async close() {
      for (const child of children) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
    },
  };
  return processes;
}

/** Waits for a message of a child. Rejects when the child ends. */
async function answer(child: ChildProcess, expected: string): Promise<void> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error(`A process ended before it was ${expected}`);
  });
  const message = new Promise<void>((resolve) => {
    const listen = (text: unknown) => {
      if (text !== expected) return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
  });
  await Promise.race([message, exit]);
  ended.abort();
  exit.catch(() => undefined);
}
