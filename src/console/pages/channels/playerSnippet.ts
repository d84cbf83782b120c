const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => htmlEntities[character] ?? character);
}

/** A page with a video.js player that asks the tag for an ad before the video. */
export function playerSnippet(tagUrl: string): string {
  return `<link href="https://vjs.zencdn.net/8.23.4/video-js.css" rel="stylesheet">
<link href="https://cdn.jsdelivr.net/npm/videojs-ima@2/dist/videojs.ima.css" rel="stylesheet">

<video id="player" class="video-js" controls playsinline width="640" height="360"
       data-ad-tag="${escapeAttribute(tagUrl)}">
  <source src="https://media.example/video.mp4" type="video/mp4">
</video>

<script src="https://imasdk.googleapis.com/js/sdkloader/ima3.js"></script>
<script src="https://vjs.zencdn.net/8.23.4/video.min.js"></script>
<script src="https://cdn.jsdelivr.net/npm/videojs-contrib-ads@7/dist/videojs-contrib-ads.min.js"></script>
<script src="https://cdn.jsdelivr.net/npm/videojs-ima@2/dist/videojs.ima.min.js"></script>
<script>
  const video = document.getElementById('player');
  const fill = {
    CACHEBUSTING: () => Math.floor(Math.random() * 1e8),
    PAGEURL: () => location.href,
    PLAYERWIDTH: () => video.clientWidth,
    PLAYERHEIGHT: () => video.clientHeight,
  };
  const adTagUrl = video.dataset.adTag.replace(/\\[(\\w+)\\]/g, (macro, name) =>
    encodeURIComponent(fill[name]?.() ?? ''));
  videojs(video).ima({ adTagUrl });
</script>
`;
}
