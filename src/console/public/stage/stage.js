// The stage of the VAST tester: plays one media file in an origin of its own and reports playback to the surrounding
// page.
(function () {
  var video = document.querySelector('video');

  function postStageMessage(type) {
    parent.postMessage(
      {
        stage: type,
        at: video.currentTime,
        duration: Number.isFinite(video.duration) ? video.duration : null,
        isMuted: video.muted,
        width: video.videoWidth,
        height: video.videoHeight,
        code: video.error ? video.error.code : null,
      },
      '*',
    );
  }

  ['loadedmetadata', 'playing', 'pause', 'timeupdate', 'ended', 'volumechange', 'waiting', 'click', 'error'].forEach(
    function (type) {
      video.addEventListener(type, function () {
        postStageMessage(type);
      });
    },
  );

  function play() {
    // The video reports a rejection as an error event of its own.
    video.play().catch(function () {});
  }

  addEventListener('message', function (event) {
    if (event.source !== parent) return;
    var command = event.data;
    if (command.load) {
      video.src = command.load;
      video.load();
      play();
    }
    if (command.play) play();
    if (command.pause) video.pause();
    if ('isMuted' in command) video.muted = command.isMuted;
    if (command.stop) {
      video.removeAttribute('src');
      video.load();
    }
  });

  postStageMessage('ready');
})();
