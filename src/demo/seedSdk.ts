import type { ChannelRow, SdkAppRow, SdkConfigRow, SdkPlacementRow } from '#model/index.ts';
import type { SeedingClient } from './seedingClient.ts';

/** Creates the demo's SDK app: a placement that a channel fills, and settings for its devices. */
export async function seedSdk(client: SeedingClient, channels: readonly ChannelRow[]): Promise<void> {
  const app = await client.ensure<SdkAppRow>('/api/sdk/apps', {
    name: 'Recipes for Android',
    platform: 'android',
    bundle: 'com.example.recipes',
  });
  const channel = channels.find(({ environment }) => environment === 'app');
  if (channel) {
    await client.ensure<SdkPlacementRow>('/api/sdk/placements', {
      name: 'between-steps',
      sdkAppId: app.id,
      channelId: channel.id,
      format: 'interstitial',
    });
  }
  const config = await client.ensure<SdkConfigRow>('/api/sdk/configs', {
    name: 'v1',
    sdkAppId: app.id,
    content: { cacheMb: 80, minSupportedSdk: '1.2.0', privacy: { gdpr: true } },
    note: 'First settings.',
  });
  if (config.publishedAt === null) await client.post(`/api/sdk/configs/${config.id}/publish`, undefined);
}
