const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => htmlEntities[character] ?? character);
}

/** An HTML page with Fluid Player that requests a pre-roll from the tag. */
export function playerSnippet(tagUrl: string): string {
  return `<video id="player" width="640" height="360" data-ad-tag="${escapeAttribute(tagUrl)}">
  <source src="https://media.example/video.mp4" type="video/mp4">
</video>

<script src="https://cdn.fluidplayer.com/v3/current/fluidplayer.min.js"></script>
<script>
  const video = document.getElementById('player');
  const fill = {
    CACHEBUSTING: () => Math.floor(Math.random() * 1e8),
    PAGEURL: () => location.href,
    PLAYERWIDTH: () => video.clientWidth,
    PLAYERHEIGHT: () => video.clientHeight,
  };
  const vastTag = video.dataset.adTag.replace(/\\[(\\w+)\\]/g, (macro, name) =>
    encodeURIComponent(fill[name]?.() ?? ''));
  fluidPlayer('player', { vastOptions: { adList: [{ roll: 'preRoll', vastTag }] } });
</script>
`;
}
