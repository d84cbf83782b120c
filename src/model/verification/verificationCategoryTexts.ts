import type { VerificationCategory } from './verificationCategories.ts';

/** Explanations of the categories. A separate module, so that only code that shows them loads it. */
export const verificationCategoryTexts: Readonly<Record<VerificationCategory, string>> = {
  valid: 'seen by people',
  crawler: 'bots, spiders and crawlers that identify themselves',
  reputation: 'known data centers, and IP addresses listed for earlier invalid traffic',
  other_givt: 'general invalid traffic without a category',
  bot: 'bots that pose as people, and hijacked devices',
  tools: 'emulators, automation and tampered software',
  proxy: 'proxies and tunnels that hide the source of requests',
  view: 'ads that no one can see: stacked, hidden, played in the background',
  spoofing: 'sites and apps that pose as others (spoofing)',
  other_sivt: 'sophisticated invalid traffic without a category',
};
