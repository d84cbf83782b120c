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

/** An ad that vast-client has loaded, with the file to play. */
interface LoadedAd {
  tracker: VASTTracker;
  media: { fileURL?: string | null; mimeType?: string | null };
}

/** Plays the content on a stage in video.js, after the ads that vast-client loads from the stage's tag: one, or a pod. */
export function startAdPlayer(stage: Stage): void {
  const video = addVideo(stage, 'video-js');
  const player = videojs(video, { autoplay: 'muted', controls: true, fill: true });
  const playerAds = () => (player as unknown as AdsPlayer).ads;

  async function loadAds(): Promise<LoadedAd[]> {
    if (stage.tagUrl === '') return [];
    const client = new VASTClient();
    const response = await client.get(stage.tagUrl, { withCredentials: true, wrapperLimit: 5 });
    const ads: LoadedAd[] = [];
    for (const ad of response.ads) {
      for (const creative of ad.creatives) {
        if (creative.type !== 'linear' || !('mediaFiles' in creative)) continue;
        const media = creative.mediaFiles.find(
          (file: LoadedAd['media']) => video.canPlayType(file.mimeType ?? '') !== '',
        );
        if (!media?.fileURL) continue;
        ads.push({ tracker: new VASTTracker(client, ad, creative), media });
        break;
      }
    }
    return ads;
  }

  const loading = loadAds().then(
    (ads) => {
      stage.log(ads.length > 0 ? 'ad loaded' : 'no ad');
      player.trigger(ads.length > 0 ? 'adsready' : 'nopreroll');
      return ads;
    },
    (error: unknown) => {
      stage.log(`no ad (${error instanceof Error ? error.message : String(error)})`);
      player.trigger('nopreroll');
      return [];
    },
  );

  async function playAds() {
    const ads = await loading;
    if (ads.length === 0) return;
    playerAds().startLinearAdMode();
    for (const ad of ads) await playAd(ad);
    playerAds().endLinearAdMode();
  }

  /** Resolves when the ad has ended, or cannot be played. */
  function playAd({ tracker, media }: LoadedAd): Promise<void> {
    for (const event of ['creativeView', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']) {
      tracker.on(event, () => stage.log(event));
    }
    const onTime = () => {
      tracker.setDuration(player.duration() ?? 0);
      tracker.setProgress(player.currentTime() ?? 0);
    };
    // Until it plays, the time is that of the ad before.
    const onPlaying = () => {
      // Removes the loading spinner.
      player.trigger('ads-ad-started');
      stage.log('impression');
      tracker.trackImpression();
      player.on('adtimeupdate', onTime);
    };
    return new Promise((resolve) => {
      const onEnd = () => {
        tracker.complete();
        stage.log('ad ended');
        end();
      };
      const onError = () => {
        tracker.errorWithCode('405');
        stage.log('ad cannot be played');
        end();
      };
      const end = () => {
        player.off('adplaying', onPlaying);
        player.off('adtimeupdate', onTime);
        player.off('adended', onEnd);
        player.off('aderror', onError);
        resolve();
      };
      player.one('adplaying', onPlaying);
      player.on('adended', onEnd);
      player.on('aderror', onError);
      player.src({ src: media.fileURL ?? '', type: media.mimeType ?? 'video/mp4' });
    });
  }

  (player as unknown as AdsPlayer).ads({ timeout: 8000 });
  player.on('readyforpreroll', () => void playAds());
  player.on('contentresumed', () => stage.log('program resumed'));
  // Last: a source set on the element itself starts loading before the player exists. If that happens while the player
  // takes over the source, the player waits forever for a `loadstart` event that has already fired.
  player.src(contentSource);
}
