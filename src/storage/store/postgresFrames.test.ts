import { expect, test } from 'vitest';
import { readyFrame } from '#tests/support/storage/readyFrame.ts';
import {
  closedStatement,
  cutFrames,
  frameOf,
  parsedName,
  queryFrame,
  usedStatement,
  watchResponse,
} from './postgresFrames.ts';

test('frames are found wherever the bytes were split', () => {
  const bytes = Buffer.concat([queryFrame('SELECT 1'), frameOf('S', Buffer.alloc(0)), queryFrame('SELECT 2')]);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const first = cutFrames(bytes.subarray(0, cut), false);
    const second = cutFrames(Buffer.concat([first.remaining, bytes.subarray(cut)]), false);
    const texts = [...first.frames, ...second.frames].map((frame) => frame.toString('utf8', 5));
    expect(texts).toEqual(['SELECT 1\0', '', 'SELECT 2\0']);
  }
});

test('the transaction state and prepared and closed statements are found wherever the reply was split', () => {
  const row = frameOf('D', Buffer.from('a row that holds Z and more bytes'));
  const [prepared, closed] = [frameOf('1', Buffer.alloc(0)), frameOf('3', Buffer.alloc(0))];
  const reply = Buffer.concat([prepared, row, closed, readyFrame('T'), prepared, row, readyFrame('E')]);
  for (let cut = 0; cut <= reply.length; cut += 1) {
    const watch = watchResponse();
    watch.push(reply.subarray(0, cut));
    watch.push(reply.subarray(cut));
    expect(watch.state()).toBe('E');
    expect(watch.counts()).toEqual({ parsed: 2, closed: 1 });
  }
});

test('a reply without ReadyForQuery has no state', () => {
  const watch = watchResponse();
  watch.push(frameOf('1', Buffer.alloc(0)));
  expect(watch.state()).toBe(null);
});

test('a frame names the prepared statement that it creates, uses or closes, not its portal', () => {
  const frame = (type: string, body: string) => frameOf(type, Buffer.from(body));
  expect(parsedName(frame('P', 'same\0SELECT 1\0\0\0'))).toBe('same');
  expect(parsedName(frame('P', '\0SELECT 1\0\0\0'))).toBe('');
  expect(usedStatement(frame('B', 'portal\0same\0\0'))).toBe('same');
  expect(usedStatement(frame('B', '\0\0\0'))).toBe('');
  expect(usedStatement(frame('D', 'Ssame\0'))).toBe('same');
  expect(usedStatement(frame('D', 'Pportal\0'))).toBe(null);
  expect(usedStatement(frame('C', 'Ssame\0'))).toBe(null);
  expect(closedStatement(frame('C', 'Ssame\0'))).toBe('same');
  expect(closedStatement(frame('C', 'Pportal\0'))).toBe(null);
});

test('an absurd length is rejected', () => {
  expect(() => cutFrames(Buffer.from([0x51, 0xff, 0xff, 0xff, 0xff]), false)).toThrow('Bad message length');
});
