import { expect, test } from 'vitest';
import { environments } from '#model/index.ts';
import { demoViewer, pastAudience, viewerParams } from './audiences.ts';

test('a name always gives the same viewer, and viewers differ', () => {
  expect(demoViewer('News 1', 'web')).toEqual(demoViewer('News 1', 'web'));
  const viewers = environments.flatMap(({ value }) =>
    Array.from({ length: 400 }, (_, index) => ({ plan: {}, viewer: demoViewer(`News ${index}`, value) })),
  );
  const audiences = viewers.map(({ plan, viewer }) => pastAudience(viewer, plan, true));
  expect(new Set(audiences.map(({ country }) => country)).size).toBe(6);
  expect(new Set(audiences.map(({ deviceKind }) => deviceKind))).toEqual(new Set(['Desktop', 'Mobile', 'SmartTV']));
  expect(new Set(audiences.map(({ consent }) => consent))).toEqual(new Set(['personal', 'contextual', 'undeclared']));
  for (const { deviceKind, os, browser } of audiences) expect([deviceKind, os, browser]).not.toContain('');
});

test('a viewer without consent has no device', () => {
  for (let index = 0; index < 200; index += 1) {
    const viewer = demoViewer(`News ${index}`, 'ctv');
    const { consent, device } = pastAudience(viewer, {}, true);
    expect(device !== undefined).toBe(consent === 'personal' || consent === 'undeclared');
    expect(viewerParams(viewer)).toMatchObject({ did: viewer.deviceId, country: viewer.country });
  }
});
