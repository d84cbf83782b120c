import { startAdPlayer } from './startAdPlayer.ts';
import { openStage } from './stage.ts';

startAdPlayer(openStage());
