import { expect, test, vi } from 'vitest';
import type { AskedNode, NodePauses } from '#storage/backup/nodePauses.ts';
import { cutNodes, type CutNodes } from './cutNodes.ts';

/** Nodes of which one other responds at once, unless `state` says otherwise. */
function buildNodes({ state, notPaused = [] }: { state?: AskedNode['state']; notPaused?: string[][] } = {}) {
  const order: string[] = [];
  let stage = '';
  const pauses = {
    ask: vi.fn<NodePauses['ask']>(async () => void order.push('ask')),
    asked: async (): Promise<AskedNode[]> => [
      {
        ...{ node: 'two', version: '1.0.0', pausedMs: null, isRunning: true },
        state: state ?? (stage === 'holding' ? 'held' : 'ready'),
      },
    ],
    notPaused: async () => notPaused.shift() ?? [],
    stopped: async () => ['three'],
  };
  const nodes: CutNodes = {
    backup: 'b',
    node: 'one',
    loader: { drain: async () => undefined, whileEmpty: (work) => work() },
    runs: {
      async confirm(_id, given) {
        stage = given ?? stage;
        order.push(stage);
      },
    },
    pauses: pauses as unknown as NodePauses,
    async asOnlyNode(work) {
      order.push('lock');
      try {
        return await work();
      } finally {
        order.push('unlock');
      }
    },
    log: { error: expect.unreachable, warn: (text) => void order.push(text), info: () => undefined },
  };
  const work = {
    prepare: async () => void order.push('prepare'),
    async take() {
      order.push('take');
      return 'taken';
    },
  };
  return { nodes, pauses, order, work };
}

test('the stores are cut while all workers are paused, under the lock of tables', async () => {
  const { nodes, order, work } = buildNodes();
  expect(await cutNodes(nodes, work)).toMatchObject({ taken: 'taken', others: ['two'], missing: ['three'] });
  expect(order).toEqual(['lock', 'prepare', 'ask', 'holding', 'take', 'copying', 'unlock']);
});

test('the cut is made again when a worker started or went on meanwhile, and given up after the third time', async () => {
  const { nodes, pauses, order, work } = buildNodes({ notPaused: [['four']] });
  await cutNodes(nodes, work);
  expect(order.slice(4, 9)).toEqual([
    'take',
    'preparing',
    'unlock',
    'The cut of the backup is made again: four started or went on',
    'lock',
  ]);
  expect(pauses.ask.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2]);
  const failing = buildNodes({ notPaused: [['four'], ['four'], ['four']] });
  await expect(cutNodes(failing.nodes, failing.work)).rejects.toThrow('four started or went on');
});

test('a worker that went on by itself makes the cut void', async () => {
  const { nodes, work, order } = buildNodes({ state: 'released' });
  await expect(cutNodes(nodes, work)).rejects.toThrow('the worker of two (version 1.0.0) went on');
  expect(order).not.toContain('take');
});

test('the loader of the only node pauses alone', async () => {
  const { nodes, work, order } = buildNodes();
  expect(await cutNodes({ ...nodes, pauses: null }, work)).toMatchObject({ others: [], missing: [] });
  expect(order).toEqual(['lock', 'prepare', 'take', 'unlock']);
});
