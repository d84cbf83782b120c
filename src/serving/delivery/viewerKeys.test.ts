import { expect, test } from 'vitest';
import { createViewerKeys } from './viewerKeys.ts';

const keys = createViewerKeys('ab'.repeat(32));
const viewer = { deviceId: 'device-1', address: '192.0.2.7', agent: 'Browser 1' };

test('a key is 16 hexadecimal digits that only the installation can compute', () => {
  const key = keys.keyOf(viewer, 'device');
  expect(key).toMatch(/^[0-9a-f]{16}$/);
  expect(createViewerKeys('ab'.repeat(32)).keyOf(viewer, 'device')).toBe(key);
  expect(createViewerKeys('cd'.repeat(32)).keyOf(viewer, 'device')).not.toBe(key);
});

test('a device is identified by its ID, else by address and browser', () => {
  const key = keys.keyOf(viewer, 'device');
  expect(keys.keyOf({ ...viewer, address: '192.0.2.8', agent: 'Browser 2' }, 'device')).toBe(key);
  const nameless = { ...viewer, deviceId: '' };
  const browser = keys.keyOf(nameless, 'device');
  expect(browser).not.toBe(key);
  expect(keys.keyOf({ ...nameless, agent: 'Browser 2' }, 'device')).not.toBe(browser);
  expect(keys.keyOf({ ...nameless, address: '192.0.2.8' }, 'device')).not.toBe(browser);
});

test('a household is identified by its address alone, in IPv6 by its network', () => {
  const home = keys.keyOf(viewer, 'address');
  expect(keys.keyOf({ ...viewer, deviceId: 'device-2', agent: 'Browser 2' }, 'address')).toBe(home);
  expect(keys.keyOf({ ...viewer, address: '192.0.2.8' }, 'address')).not.toBe(home);
  const at = (address: string) => keys.keyOf({ ...viewer, address }, 'address');
  expect(at('2001:db8:1:2::1')).toBe(at('2001:0db8:1:2:aaaa:bbbb:cccc:dddd'));
  expect(at('2001:db8:1:2::1')).not.toBe(at('2001:db8:1:3::1'));
});

test('an unknown viewer has no key', () => {
  expect(keys.keyOf({ deviceId: '', address: '', agent: 'Browser 1' }, 'device')).toBe('');
  expect(keys.keyOf({ deviceId: 'device-1', address: '', agent: '' }, 'address')).toBe('');
});

test('each account has its own device keys, which differ from cap keys', () => {
  const device = keys.deviceFor(viewer, 1);
  expect(device).toMatch(/^[0-9a-f]{16}$/);
  expect(keys.deviceFor({ ...viewer, address: '192.0.2.8', agent: 'Browser 2' }, 1)).toBe(device);
  expect(keys.deviceFor(viewer, 2)).not.toBe(device);
  expect(keys.keyOf(viewer, 'device')).not.toBe(device);
  expect(createViewerKeys('cd'.repeat(32)).deviceFor(viewer, 1)).not.toBe(device);
  const nameless = { ...viewer, deviceId: '' };
  expect(keys.deviceFor({ ...nameless, agent: 'Browser 2' }, 1)).not.toBe(keys.deviceFor(nameless, 1));
  expect(keys.deviceFor({ deviceId: '', address: '', agent: 'Browser 1' }, 1)).toBe('');
});
