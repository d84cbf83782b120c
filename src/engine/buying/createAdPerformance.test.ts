import { expect, test } from 'vitest';
import { createAdPerformance } from './createAdPerformance.ts';

const counts = { imps: 100, clicks: 2, completes: 70 };

test('a campaign has the sum of its creatives, and in a site or app the counts of that place', () => {
  const at = createAdPerformance({
    creatives: [
      { campaignId: 1, creativeId: 10, ...counts },
      { campaignId: 1, creativeId: 11, imps: 50, clicks: 0, completes: 5 },
      { campaignId: 2, creativeId: 10, ...counts },
    ],
    places: [{ campaignId: 1, place: 'news.example', imps: 40, clicks: 1, completes: 20 }],
  });
  const here = at('news.example');
  expect(here.ofCampaign(1)).toEqual({ imps: 150, clicks: 2, completes: 75 });
  expect(here.ofCreative(1, 11)).toEqual({ imps: 50, clicks: 0, completes: 5 });
  expect(here.ofCampaignHere(1)).toEqual({ imps: 40, clicks: 1, completes: 20 });
  expect(here.ofCampaignHere(2)).toBeNull();
  expect(at('').ofCampaignHere(1)).toBeNull();
  expect(here.ofCampaign(3)).toBeNull();
});
