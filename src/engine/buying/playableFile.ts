/** A media file as described to players before they load it. */
export interface PlayableFile {
  /** Lower case. */
  mime: string;
  /** Kilobits per second; 0 when unknown. */
  bitrate: number;
}
