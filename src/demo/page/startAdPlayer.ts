import { VASTClient, VASTTracker } from '@dailymotion/vast-client';
import videojs from 'video.js';
import 'video.js/dist/video-js.css';
import 'videojs-contrib-ads';
import 'videojs-contrib-ads/dist/videojs-contrib-ads.css';
import { addVideo, contentSource, type Stage } from './stage.ts';

/** The extensions of a player by videojs-contrib-ads. */
interface AdsPlayer {
  ads: ((options?: { debug?: boolean; timeout?: number }) => void) & {
    startLinearAdMode(): void;
    endLinearAdMode(): void;
    skipLinearAdMode(): void;
  };
}

/** Plays the content on a stage in video.js, after the ad that vast-client loads from the stage's tag. */
export function startAdPlayer(stage: Stage): void {
  const video = addVideo(stage, 'video-js');
  const player = videojs(video, { autoplay: 'muted', controls: true, fill: true });
  const playerAds = () => (player as unknown as AdsPlayer).ads;

  async function loadAd() {
    if (stage.tagUrl === '') return null;
    const client = new VASTClient();
    const response = await client.get(stage.tagUrl, { withCredentials: true, wrapperLimit: 5 });
    for (const ad of response.ads) {
      for (const creative of ad.creatives) {
        if (creative.type !== 'linear' || !('mediaFiles' in creative)) continue;
        const media = creative.mediaFiles.find(
          (file: { mimeType?: string | null }) => video.canPlayType(file.mimeType ?? '') !== '',
        );
        if (media?.fileURL) return { client, ad, creative, media };
      }
    }
    return null;
  }

  const loading = loadAd().then(
    (found) => {
      stage.log(found ? 'ad loaded' : 'no ad');
      player.trigger(found ? 'adsready' : 'nopreroll');
      return found;
    },
    (error: unknown) => {
      stage.log(`no ad (${error instanceof Error ? error.message : String(error)})`);
      player.trigger('nopreroll');
      return null;
    },
  );

  async function playAd() {
    const found = await loading;
    if (!found) return;
    const tracker = new VASTTracker(found.client, found.ad, found.creative);
    for (const event of ['creativeView', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']) {
      tracker.on(event, () => stage.log(event));
    }
    playerAds().startLinearAdMode();
    const onTime = () => {
      tracker.setDuration(player.duration() ?? 0);
      tracker.setProgress(player.currentTime() ?? 0);
    };
    player.one('adplaying', () => {
      // Removes the loading spinner.
      player.trigger('ads-ad-started');
      stage.log('impression');
      tracker.trackImpression();
    });
    player.on('adtimeupdate', onTime);
    player.one('aderror', () => {
      tracker.errorWithCode('405');
      stage.log('ad cannot be played');
      playerAds().endLinearAdMode();
    });
    player.one('adended', () => {
      player.off('adtimeupdate', onTime);
      tracker.complete();
      playerAds().endLinearAdMode();
      stage.log('ad ended');
    });
    player.src({ src: found.media.fileURL ?? '', type: found.media.mimeType ?? 'video/mp4' });
  }

  (player as unknown as AdsPlayer).ads({ timeout: 8000 });
  player.on('readyforpreroll', () => void playAd());
  player.on('contentresumed', () => stage.log('program resumed'));
  // Last: a source set on the element itself starts loading before the player exists. If that happens while the player
  // takes over the source, the player waits forever for a `loadstart` event that has already fired.
  player.src(contentSource);
}
