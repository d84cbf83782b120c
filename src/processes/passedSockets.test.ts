import { expect, test } from 'vitest';
import { readPassedSockets } from './passedSockets.ts';

const env = { LISTEN_PID: '7', LISTEN_FDS: '2', LISTEN_FDNAMES: 'console:ads' };

test('sockets have the file descriptors from 3 on, in the order of their names', () => {
  expect(readPassedSockets(env, 7)).toEqual({ console: 3, ads: 4 });
});

test('those of another process, and none, are none', () => {
  expect(readPassedSockets(env, 8)).toEqual({});
  expect(readPassedSockets({}, 7)).toEqual({});
});

test('a socket without the name of a port is an error that says which names there are', () => {
  expect(() => readPassedSockets({ ...env, LISTEN_FDNAMES: 'bidhouse.socket:ads' }, 7)).toThrow(
    'A socket of systemd has the name “bidhouse.socket”. Set FileDescriptorName to one of ads, console, control.',
  );
});
