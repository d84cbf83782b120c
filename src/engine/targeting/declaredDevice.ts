import type { Device } from '#model/reference/devices.ts';
import type { OperatingSystem } from '#model/reference/operatingSystems.ts';

/**
 * Devices by OpenRTB device type (AdCOM list "Device Types"). Type 6, connected device, is usually a box behind a TV.
 */
const devicesByType: ReadonlyMap<string, Device> = new Map(
  Object.entries({
    1: 'Mobile',
    2: 'Desktop',
    3: 'SmartTV',
    4: 'Mobile',
    5: 'Mobile',
    6: 'SmartTV',
    7: 'SmartTV',
  } as const),
);

const systemsByName: ReadonlyMap<string, OperatingSystem> = new Map(
  Object.entries({
    windows: 'Windows',
    ios: 'iOS',
    ipados: 'iOS',
    iphoneos: 'iOS',
    android: 'Android',
    androidtv: 'Android',
    fireos: 'Android',
    firetv: 'Android',
    roku: 'Roku',
    rokuos: 'Roku',
    tizen: 'Tizen',
    macos: 'macOS',
    macosx: 'macOS',
    osx: 'macOS',
    linux: 'Linux',
  } as const),
);

/** The device of a parameter's OpenRTB device type; empty when it is none of ours. */
export function deviceOf(type: string): Device | '' {
  return devicesByType.get(type) ?? '';
}

/** The operating system named by a parameter; empty when it is none of ours. */
export function operatingSystemOf(name: string): OperatingSystem | '' {
  return name === '' ? '' : (systemsByName.get(name.toLowerCase().replace(/[\s_-]/g, '')) ?? '');
}
