import type { ChannelTag } from '#api/entities/channelTagContract.ts';

/** Media type of the sample ad unit. */
export type AdUnitKind = 'banner' | 'video';

const mediaTypes: Record<AdUnitKind, string> = {
  banner: 'banner: { sizes: [[300, 250], [336, 280]] }',
  video: `video: {
            context: 'instream',
            playerSize: [640, 360],
            mimes: ['video/mp4'],
            protocols: [2, 3, 5, 6, 7, 8],
            minduration: 5,
            maxduration: 30,
            plcmt: 1,
          }`,
};

const showing: Record<AdUnitKind, string> = {
  banner: `const frame = document.createElement('iframe');
        frame.width = bid.width;
        frame.height = bid.height;
        frame.style.border = '0';
        document.getElementById('ad-1').append(frame);
        pbjs.renderAd(frame.contentDocument, bid.adId);`,
  video: `// The ad as VAST: hand it to your player.
        console.log(bid.vastXml);`,
};

/** An HTML page with Prebid.js whose ad unit a channel fills. */
export function prebidSnippet({ auctionUrl, syncUrl, uid }: ChannelTag, kind: AdUnitKind): string {
  return `<div id="ad-1"></div>

<script async src="prebid.js"></script>
<script>
  var pbjs = window.pbjs || {};
  pbjs.que = pbjs.que || [];
  pbjs.que.push(function () {
    pbjs.setConfig({${kind === 'video' ? '\n      cache: { useLocal: true },' : ''}
      s2sConfig: {
        accountId: '${uid}',
        bidders: ['bidhouse'],
        adapter: 'prebidServer',
        enabled: true,
        endpoint: '${auctionUrl}',
        syncEndpoint: '${syncUrl}',
        timeout: 1000,
      },
    });
    pbjs.addAdUnits([
      {
        code: 'ad-1',
        mediaTypes: {
          ${mediaTypes[kind]},
        },
        bids: [{ bidder: 'bidhouse', params: { channel: '${uid}' } }],
      },
    ]);
    pbjs.requestBids({
      timeout: 1500,
      bidsBackHandler: function () {
        const [bid] = pbjs.getHighestCpmBids('ad-1');
        if (!bid) return;
        ${showing[kind]}
      },
    });
  });
</script>
`;
}
