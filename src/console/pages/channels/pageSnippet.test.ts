import { expect, test } from 'vitest';
import { displayTagOf, pageSnippet } from './pageSnippet.ts';

const tag = { adsUrl: 'https://ads.example', uid: 'channel000000001' };

test('a display tag is one script with channel and size', () => {
  expect(displayTagOf(tag)).toBe(
    '<script async src="https://ads.example/tag/channel000000001.js?size=300x250"></script>',
  );
});

test.each(['display', 'outstream', 'instream'] as const)(
  'a page opens a slot of the kind %s for the channel',
  (format) => {
    const page = pageSnippet(tag, format);
    expect(page).toContain('src="https://ads.example/adtag.js"');
    expect(page).toContain(`bidhouse.${format}({\n      target: '#${format === 'instream' ? 'film' : 'ad-1'}'`);
    expect(page).toContain("channel: 'channel000000001'");
    expect(page).toContain(`id="${format === 'instream' ? 'film' : 'ad-1'}"`);
  },
);
