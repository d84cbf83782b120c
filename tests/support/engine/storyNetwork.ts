import type { RequestEffect, RequestInput } from '#engine/auction/auctions.ts';
import type { Ask } from '#engine/auction/ask.ts';
import { composeBidRequest } from '#engine/auction/composeBidRequest.ts';
import { composePrebidRequest } from '#engine/auction/composePrebidRequest.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import { buildBidResponse } from './buildBidResponse.ts';
import { buildVast } from './buildVast.ts';
import type { StoryStep } from './story.ts';

/** Who is called and asked in a story, and what they reply. */
export class StoryNetwork {
  readonly calls: string[] = [];
  readonly asks: string[] = [];
  readonly reports: string[] = [];
  readonly #settings: readonly AuctionSetting[];
  readonly #start: number;
  /** The last call of each tag, by tag and then by impression. */
  readonly #callOfTag = new Map<number, Map<number, number>>();
  readonly #asksOfTag = new Map<number | 'partners', readonly Ask[]>();

  constructor(settings: readonly AuctionSetting[], start: number) {
    this.#settings = settings;
    this.#start = start;
  }

  carryOut(effects: readonly RequestEffect[], at: number): void {
    for (const effect of effects) {
      if (effect.kind === 'call') {
        this.calls.push(`${at} ${effect.url}`);
        const { id } = effect.candidate.tag;
        const calls = this.#callOfTag.get(id) ?? new Map<number, number>();
        this.#callOfTag.set(id, calls.set(slotOf(effect.callId), effect.callId));
      }
      if (effect.kind === 'bids') this.#ask(effect.asks, at);
      if (effect.kind === 'report') this.reports.push(...effect.urls.map((url) => `${effect.code} ${url}`));
    }
  }

  #ask(asks: readonly Ask[], at: number): void {
    const [first] = asks;
    if (!first) return;
    const { id, bidder } = first.candidate.tag;
    const key = bidder?.prebid ? 'partners' : id;
    this.#asksOfTag.set(key, asks);
    const compose = bidder?.prebid ? composePrebidRequest : composeBidRequest;
    const { imp: imps } = compose(this.#settings, asks, this.#start + at);
    const told = imps.map((imp) => {
      const partners = (imp.ext?.['prebid'] as { bidder?: object } | undefined)?.bidder;
      const to = partners ? ` to ${Object.keys(partners).join(' ')}` : '';
      return `imp ${imp.id} from ${imp.bidfloor ?? 0} ${imp.bidfloorcur ?? ''}${to}`;
    });
    this.asks.push(`${at} ${key === 'partners' ? key : `tag ${key}`}: ${told.join(', ')}`);
  }

  inputOf({ at, tag, partners, imp, vast, text, fails, bids, response }: StoryStep, impIds: string[]): RequestInput {
    const now = this.#start + at;
    const key = partners ? 'partners' : tag;
    if (key === undefined) return { kind: 'clock', now };
    const asks = this.#asksOfTag.get(key);
    const isToBids = bids !== undefined || response !== undefined || key === 'partners' || !this.#callOfTag.has(key);
    if (isToBids && asks) {
      const imps = asks.flatMap(({ slot }) => this.#settings[slot]?.offered().imp ?? []);
      const answer = text ?? buildBidResponse(bids ?? [], imps, response);
      return { kind: 'bids', now, asks, reply: fails ? { ok: false, reason: fails } : { ok: true, text: answer } };
    }
    const calls = this.#callOfTag.get(Number(key));
    const slot = imp === undefined ? [...(calls?.keys() ?? [])][0] : impIds.indexOf(imp);
    const callId = calls?.get(slot ?? -1);
    if (callId === undefined) throw new Error(`tag ${key} was not asked before ${at} ms`);
    const reply = fails
      ? ({ ok: false, reason: fails } as const)
      : ({ ok: true, text: vast ? buildVast(vast) : (text ?? '') } as const);
    return { kind: 'reply', now, callId, reply };
  }
}

/** Whose call a number is: the calls of one impression are numbered apart from those of another. */
function slotOf(callId: number): number {
  return Math.floor(callId / 65_536);
}
