import type { ChannelRow, SdkAppRow, SdkConfigRow, SdkPlacementRow } from '#model/index.ts';
import type { ApiClient } from './apiClient.ts';

type Ensure = <T extends { name: string }>(
  client: ApiClient,
  path: string,
  row: Record<string, unknown> & { name: string },
) => Promise<T>;

/** The demo's app with the SDK: a placement that a channel fills, and settings that its devices get. */
export async function seedSdk(client: ApiClient, ensure: Ensure, channels: readonly ChannelRow[]): Promise<void> {
  const app = await ensure<SdkAppRow>(client, '/api/sdk/apps', {
    name: 'Recipes for Android',
    platform: 'android',
    bundle: 'com.example.recipes',
  });
  const channel = channels.find(({ environment }) => environment === 'app');
  if (channel) {
    await ensure<SdkPlacementRow>(client, '/api/sdk/placements', {
      name: 'between-steps',
      sdkAppId: app.id,
      channelId: channel.id,
      format: 'interstitial',
    });
  }
  const config = await ensure<SdkConfigRow>(client, '/api/sdk/configs', {
    name: 'v1',
    sdkAppId: app.id,
    content: { cacheMb: 80, minSupportedSdk: '1.2.0', privacy: { gdpr: true } },
    note: 'First settings.',
  });
  if (config.publishedAt === null) await client.post(`/api/sdk/configs/${config.id}/publish`, undefined);
}
