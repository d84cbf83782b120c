import type { TestClient } from '../../apiClient.ts';

/** Names that are hard to show, by their difficulty. */
export const unusualNames = {
  markup: '<img src=x onerror="globalThis.hasRun=true">',
  script: '"><script>globalThis.hasRun=true</script>',
  quotes: `"'&amp; – \\ \${1+1} {{1+1}}`,
  emoji: '👩‍👩‍👧‍👦 🏳️‍🌈 🚲',
  ideographs: '🚲 Fahrräder & Co. 自転車',
  rightToLeft: 'שלום (עולם) 12!',
  twoScripts: 'שוק דוגמה – مثال',
  override: '\u202Edesrever',
  combining: `Z${'\u0335\u0321\u034B'.repeat(20)}algo e\u0301`,
  widest: 'W'.repeat(255),
  manyWords: `A name as long as it may be ${'and then some more '.repeat(20)}`.slice(0, 255).trim(),
};

/** Creates an advertiser with each unusual name. */
export async function createUnusualAdvertisers(client: TestClient): Promise<void> {
  for (const name of Object.values(unusualNames)) {
    const answer = await client.call('POST', '/api/demand/advs', { name });
    if (answer.status >= 300) throw new Error(`creating «${name}» answered ${answer.status}`);
  }
}
