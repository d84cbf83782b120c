import fluidPlayer from 'fluid-player';
import { addVideo, openStage, contentSource } from './stage.ts';

const stage = openStage();
const video = addVideo(stage);
const source = document.createElement('source');
video.append(Object.assign(source, contentSource));

// Loading the next ad of a pod may fire `timeupdate` before anything is loaded. Fluid Player takes that for the end of
// the next ad, and then reports none of its progress.
video.addEventListener('timeupdate', (event) => {
  if (video.readyState === HTMLMediaElement.HAVE_NOTHING) event.stopImmediatePropagation();
});

const player = fluidPlayer('player', {
  layoutControls: { autoPlay: true, mute: true, fillToContainer: true },
  vastOptions: {
    adList: [{ roll: 'preRoll', vastTag: stage.tagUrl }],
    vastAdvanced: {
      vastLoadedCallback: () => stage.log('ad loaded'),
      noVastVideoCallback: () => stage.log('no ad'),
      vastVideoEndedCallback: () => stage.log('ad ended'),
    },
  },
});
player.on('playing', (_event, info) => stage.log(`playing ${info.mediaSourceType}`));
player.on('ended', (info) => stage.log(`ended ${info.mediaSourceType}`));
