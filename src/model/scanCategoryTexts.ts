import type { ScanCategory } from './scanResults.ts';

/** What the impressions of each category are. Apart from the categories, so that only who explains them loads it. */
export const scanCategoryTexts: Readonly<Record<ScanCategory, string>> = {
  valid: 'seen by people',
  crawler: 'bots, spiders and crawlers that say so',
  reputation: 'known data centres and addresses that lists name for earlier invalid traffic',
  other_givt: 'general invalid traffic of a kind that is not told',
  bot: 'bots that pose as people, and hijacked devices',
  tools: 'emulators, automation and tampered software',
  proxy: 'proxies and tunnels that hide who asks',
  view: 'ads that nobody can see: stacked, hidden, played in the background',
  spoofing: 'sites and apps that pass for others',
  other_sivt: 'sophisticated invalid traffic of a kind that is not told',
};
