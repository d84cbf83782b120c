import { describe, expect, it } from 'vitest';
import { eventName } from './vastEvents.ts';
import { vastVersions } from './vastVersions.ts';

describe('eventName', () => {
  it("has the name of each version for any other version's name", () => {
    expect(eventName('playerExpand', '2.0')).toBe('fullscreen');
    expect(eventName('fullscreen', '4.2')).toBe('playerExpand');
    expect(eventName('loaded', '3.0')).toBeUndefined();
    expect(eventName('notUsed', '4.2')).toBeUndefined();
    expect(eventName('constructor', '4.2')).toBeUndefined();
  });

  it.each([
    ['loaded', [undefined, undefined, undefined, 'loaded', 'loaded', 'loaded']],
    ['interactiveStart', [undefined, undefined, undefined, undefined, 'interactiveStart', 'interactiveStart']],
    ['timeSpentViewing', [undefined, undefined, 'timeSpentViewing', undefined, undefined, undefined]],
    ['closeLinear', ['close', 'closeLinear', 'close', 'closeLinear', 'closeLinear', 'closeLinear']],
    ['close', ['close', 'close', 'close', 'close', 'close', 'close']],
    ['exitFullscreen', [undefined, 'exitFullscreen', ...Array.from({ length: 4 }, () => 'playerCollapse')]],
    [
      'acceptInvitationLinear',
      [
        'acceptInvitation',
        'acceptInvitationLinear',
        'acceptInvitationLinear',
        'acceptInvitation',
        'acceptInvitation',
        'acceptInvitation',
      ],
    ],
  ])('VAST 2.0 to 4.3, Tracking: %s has the name that each schema has, or none', (name, names) => {
    expect(vastVersions.map((version) => eventName(name, version))).toEqual(names);
  });
});
