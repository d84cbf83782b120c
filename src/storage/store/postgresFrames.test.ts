import { expect, test } from 'vitest';
import {
  cutFrames,
  frameOf,
  queryFrame,
  readyFrame,
  renameStatement,
  statementOf,
  watchReadyState,
} from './postgresFrames.ts';

test('frames are found however the bytes were cut', () => {
  const bytes = Buffer.concat([queryFrame('SELECT 1'), frameOf('S', Buffer.alloc(0)), queryFrame('SELECT 2')]);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const first = cutFrames(bytes.subarray(0, cut), false);
    const second = cutFrames(Buffer.concat([first.rest, bytes.subarray(cut)]), false);
    expect([...first.frames, ...second.frames].map(statementOf)).toEqual(['SELECT 1\0', null, 'SELECT 2\0']);
  }
});

test('the transaction state is found however the reply was cut', () => {
  const row = frameOf('D', Buffer.from('a row that holds Z and more bytes'));
  const reply = Buffer.concat([row, readyFrame('T'), row, readyFrame('E')]);
  for (let cut = 0; cut <= reply.length; cut += 1) {
    const watch = watchReadyState();
    watch.push(reply.subarray(0, cut));
    watch.push(reply.subarray(cut));
    expect(watch.state()).toBe('E');
  }
});

test('a reply without ReadyForQuery has no state', () => {
  const watch = watchReadyState();
  watch.push(frameOf('1', Buffer.alloc(0)));
  expect(watch.state()).toBe(null);
});

test('named statements get their prefix, unnamed ones and portals stay', () => {
  const rename = (type: string, body: string) =>
    renameStatement(frameOf(type, Buffer.from(body)), 'c1_').toString('utf8', 5);
  expect(rename('P', 'same\0SELECT 1\0\0\0')).toBe('c1_same\0SELECT 1\0\0\0');
  expect(rename('P', '\0SELECT 1\0\0\0')).toBe('\0SELECT 1\0\0\0');
  expect(rename('B', 'portal\0same\0\0')).toBe('portal\0c1_same\0\0');
  expect(rename('B', '\0\0\0')).toBe('\0\0\0');
  expect(rename('D', 'Ssame\0')).toBe('Sc1_same\0');
  expect(rename('D', 'Pportal\0')).toBe('Pportal\0');
  expect(rename('C', 'Ssame\0')).toBe('Sc1_same\0');
});

test('an absurd length is refused', () => {
  expect(() => cutFrames(Buffer.from([0x51, 0xff, 0xff, 0xff, 0xff]), false)).toThrow('Bad message length');
});
