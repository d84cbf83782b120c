import { describe, expect, test } from 'vitest';
import { impWithPlcmt, queryWithPlcmt } from './withPlcmt.ts';

describe('OpenRTB 2.6, 3.2.7: plcmt of a channel', () => {
  test.each([
    ['', '4'],
    ['plcmt=1', '1'],
    ['plcmt=instream', '1'],
    ['placement=5', '3'],
    ['placement=interstitial', '3'],
    ['plcmt=0&placement=5', '3'],
    ['plcmt=in&placement=accompanying', '2'],
    ['plcmt=0', '4'],
    ['plcmt=9', '4'],
    ['plcmt=in', '4'],
    ['placement=9', '4'],
    ['placement=somewhere', '4'],
  ])('tag parameters %j have it as %j', (text, plcmt) => {
    const query = new Map(new URLSearchParams(text));
    expect(queryWithPlcmt(query, 4).get('plcmt')).toBe(plcmt);
  });

  test.each(['plcmt=0', 'plcmt=9', 'placement=0', 'placement=somewhere', 'plcmt=5&placement=6'])(
    'of tag parameters %j, values that are in no list are removed',
    (text) => expect([...queryWithPlcmt(new Map(new URLSearchParams(text)), null)]).toEqual([]),
  );

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

  const video = { mimes: ['video/mp4'] };

  test.each([
    [{}, { plcmt: 4, placement: 3 }],
    [{ plcmt: 0 }, { plcmt: 4, placement: 3 }],
    [
      { plcmt: 9, placement: 9 },
      { plcmt: 4, placement: 3 },
    ],
    [{ plcmt: 1 }, { plcmt: 1, placement: 1 }],
    [
      { plcmt: 0, placement: 5 },
      { plcmt: 3, placement: 5 },
    ],
    [{ plcmt: 2, placement: 0 }, { plcmt: 2 }],
    [{ placement: 2 }, { plcmt: 4, placement: 2 }],
  ])('the video %j has %j', (declared, expected) => {
    expect(impWithPlcmt({ id: '1', video: { ...video, ...declared } }, 4).video).toEqual({ ...video, ...expected });
  });

  test('of a video whose placement is unknown, values that are in no list are removed', () => {
    expect(impWithPlcmt({ id: '1', video: { ...video, plcmt: 0, placement: 9 } }, null)).toEqual({ id: '1', video });
  });

  test('a video without a placement gets it, and nothing else of its imp changes', () => {
    expect(impWithPlcmt({ id: '1', video, banner: { w: 1, h: 1 } }, 2)).toEqual({
      id: '1',
      video: { ...video, plcmt: 2 },
      banner: { w: 1, h: 1 },
    });
    for (const imp of [
      { id: '1', video: { ...video, plcmt: 1, placement: 1 } },
      { id: '1', video: { ...video, plcmt: 4, placement: 2 } },
      { id: '1', audio: { mimes: ['audio/mpeg'] } },
    ]) {
      expect(impWithPlcmt(imp, 2)).toBe(imp);
    }
    const unplaced = { id: '1', video };
    expect(impWithPlcmt(unplaced, null)).toBe(unplaced);
  });
});
