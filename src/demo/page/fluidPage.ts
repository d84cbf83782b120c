import fluidPlayer from 'fluid-player';
import { addVideo, openStage } from './stage.ts';

const stage = openStage();
addVideo(stage);

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
