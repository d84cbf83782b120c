import type { ObservedPage } from '#api/observed/observedContract.ts';
import { eventually, signInAs } from '../../apiClient.ts';

/**
 * Requests ads from channels of the demo account, as pages and apps do, and waits until the ads.txt of their owners is
 * read.
 */
export async function openAdsTxtWorld(
  { consoleUrl, adsUrl }: { consoleUrl: string; adsUrl: string },
  password: string,
): Promise<void> {
  const demand = await signInAs(consoleUrl, 'demand', password);
  const { body } = await demand.call<{ rows: { name: string; uid: string }[] }>('GET', '/api/demand/channels?size=100');

  async function visit(channel: string, params: Record<string, string>): Promise<void> {
    const uid = body.rows.find(({ name }) => name === channel)?.uid;
    await fetch(`${adsUrl}/vast/${uid}?${new URLSearchParams(params)}`);
  }

  async function verdicts(kind: 'sites' | 'apps'): Promise<Record<string, string | undefined>> {
    const { rows } = (await demand.call<ObservedPage>('GET', `/api/observed/${kind}`)).body;
    return Object.fromEntries(rows.map(({ key, adsTxt }) => [key, adsTxt?.verdict]));
  }

  await visit('News site – pre-roll', { url: 'https://sport.news.example/a' });
  await visit('News site – pre-roll', { url: 'https://weather.example/' });
  const store = 'https://play.google.com/store/apps/details?id=com.example.recipes';
  await visit('Recipes app – mid-roll', { app_bundle: 'com.example.recipes', app_store_url: store });
  const roku = 'https://channelstore.roku.com/details/tv.example.livingroom';
  await visit('Living room – CTV', { app_bundle: 'tv.example.livingroom', app_store_url: roku });
  await eventually(
    () => verdicts('apps'),
    (found) => found['com.example.recipes'] === 'authorized' && found['tv.example.livingroom'] !== 'unread',
    120,
  );
  await eventually(
    () => verdicts('sites'),
    (found) => Object.keys(found).length >= 2 && Object.values(found).every((each) => each !== 'unread'),
  );
}
