import { startAdPlayer } from './adPlayer.ts';
import { openStage } from './stage.ts';

startAdPlayer(openStage());
