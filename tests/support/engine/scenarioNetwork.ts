import type { RequestEffect, RequestInput } from '#engine/auction/auctions.ts';
import type { ImpRequest } from '#engine/auction/impRequest.ts';
import { composeBidRequest } from '#engine/auction/composeBidRequest.ts';
import { composePrebidRequest } from '#engine/auction/composePrebidRequest.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import { buildBidResponse } from './buildBidResponse.ts';
import { buildVast } from './buildVast.ts';
import type { ScenarioStep } from './scenario.ts';

/** The calls and bid requests of a scenario, and the replies to them. */
export class ScenarioNetwork {
  readonly calls: string[] = [];
  readonly bidRequests: string[] = [];
  readonly reports: string[] = [];
  readonly #settings: readonly AuctionSetting[];
  readonly #start: number;
  /** The last call of each tag, by tag and then by imp. */
  readonly #callOfTag = new Map<number, Map<number, number>>();
  readonly #asksOfTag = new Map<number | 'partners', readonly ImpRequest[]>();

  constructor(settings: readonly AuctionSetting[], start: number) {
    this.#settings = settings;
    this.#start = start;
  }

  applyEffects(effects: readonly RequestEffect[], at: number): void {
    for (const effect of effects) {
      if (effect.kind === 'call') {
        this.calls.push(`${at} ${effect.url}`);
        const { id } = effect.candidate.tag;
        const calls = this.#callOfTag.get(id) ?? new Map<number, number>();
        this.#callOfTag.set(id, calls.set(slotOf(effect.callId), effect.callId));
      }
      if (effect.kind === 'bids') this.#addBidRequests(effect.impRequests, at);
      if (effect.kind === 'report') this.reports.push(...effect.urls.map((url) => `${effect.code} ${url}`));
    }
  }

  #addBidRequests(bidRequests: readonly ImpRequest[], at: number): void {
    const [first] = bidRequests;
    if (!first) return;
    const { id, bidder } = first.candidate.tag;
    const key = bidder?.prebid ? 'partners' : id;
    this.#asksOfTag.set(key, bidRequests);
    const compose = bidder?.prebid ? composePrebidRequest : composeBidRequest;
    const { imp: imps } = compose(this.#settings, bidRequests, this.#start + at);
    const impDescriptions = imps.map((imp) => {
      const partners = (imp.ext?.['prebid'] as { bidder?: object } | undefined)?.bidder;
      const to = partners ? ` to ${Object.keys(partners).join(' ')}` : '';
      return `imp ${imp.id} from ${imp.bidfloor ?? 0} ${imp.bidfloorcur ?? ''}${to}`;
    });
    this.bidRequests.push(`${at} ${key === 'partners' ? key : `tag ${key}`}: ${impDescriptions.join(', ')}`);
  }

  inputOf({ at, tag, partners, imp, vast, text, fails, bids, response }: ScenarioStep, impIds: string[]): RequestInput {
    const now = this.#start + at;
    const key = partners ? 'partners' : tag;
    if (key === undefined) return { kind: 'clock', now };
    const bidRequests = this.#asksOfTag.get(key);
    const isToBids = bids !== undefined || response !== undefined || key === 'partners' || !this.#callOfTag.has(key);
    if (isToBids && bidRequests) {
      const imps = bidRequests.flatMap(({ slot }) => this.#settings[slot]?.offered().imp ?? []);
      const answer = text ?? buildBidResponse(bids ?? [], imps, response);
      return {
        kind: 'bids',
        now,
        impRequests: bidRequests,
        reply: fails ? { ok: false, reason: fails } : { ok: true, text: answer },
      };
    }
    const calls = this.#callOfTag.get(Number(key));
    const slot = imp === undefined ? [...(calls?.keys() ?? [])][0] : impIds.indexOf(imp);
    const callId = calls?.get(slot ?? -1);
    if (callId === undefined) throw new Error(`tag ${key} was not called before ${at} ms`);
    const reply = fails
      ? ({ ok: false, reason: fails } as const)
      : ({ ok: true, text: vast ? buildVast(vast) : (text ?? '') } as const);
    return { kind: 'reply', now, callId, reply };
  }
}

/** The index of a call's imp: each imp has its own range of call ids. */
function slotOf(callId: number): number {
  return Math.floor(callId / 65_536);
}
