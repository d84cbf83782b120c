/** A cached bid (JSON) or VAST (XML). */
export interface CachedValue {
  type: 'json' | 'xml';
  text: string;
  /** Whose ad it is, in one line; absent where that is not known, as for the values of pages. */
  origin?: string;
}

/** Bids and VAST that a page or an app stores until its ad server has chosen the ad. */
export interface BidCache {
  /** Stores a value for at least `seconds`. Returns its ID, or null when it cannot be stored. Never rejects. */
  put(value: CachedValue, seconds: number): Promise<string | null>;
  /** Null when there is no value with this ID, or it has expired. Rejects when the store cannot be read. */
  get(id: string): Promise<CachedValue | null>;
  close(): Promise<void>;
}
