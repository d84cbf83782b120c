import { describe, expect, test } from 'vitest';
import { impWithPlcmt, queryWithPlcmt } from './withPlcmt.ts';

describe('OpenRTB 2.6, 3.2.7: plcmt of a channel', () => {
  test.each([
    ['', '4'],
    ['plcmt=1', '1'],
    ['plcmt=instream', 'instream'],
    ['plcmt=9', '9'],
    ['placement=5', undefined],
    ['placement=interstitial', undefined],
    ['plcmt=0', '4'],
    ['plcmt=in', '4'],
    ['placement=somewhere', '4'],
  ])('tag parameters %j have it as %j', (text, plcmt) => {
    const query = new Map(new URLSearchParams(text));
    expect(queryWithPlcmt(query, 4).get('plcmt')).toBe(plcmt);
  });

  test('parameters are copied only where it is added', () => {
    const [declared, undeclared] = [new Map([['plcmt', '1']]), new Map([['w', '640']])];
    expect(queryWithPlcmt(declared, 4)).toBe(declared);
    expect(queryWithPlcmt(undeclared, null)).toBe(undeclared);
    expect([...queryWithPlcmt(undeclared, 4)]).toEqual([
      ['w', '640'],
      ['plcmt', '4'],
    ]);
    expect(undeclared.size).toBe(1);
  });

  test('a video without a placement gets it, and nothing else of its imp changes', () => {
    const video = { mimes: ['video/mp4'] };
    expect(impWithPlcmt({ id: '1', video, banner: { w: 1, h: 1 } }, 2)).toEqual({
      id: '1',
      video: { ...video, plcmt: 2 },
      banner: { w: 1, h: 1 },
    });
    for (const imp of [
      { id: '1', video: { ...video, plcmt: 1 } },
      { id: '1', video: { ...video, placement: 3 } },
      { id: '1', audio: { mimes: ['audio/mpeg'] } },
    ]) {
      expect(impWithPlcmt(imp, 2)).toBe(imp);
    }
    const unplaced = { id: '1', video };
    expect(impWithPlcmt(unplaced, null)).toBe(unplaced);
  });
});
