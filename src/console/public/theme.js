// Runs before the first paint, so that a stored theme never flashes the other one.
(function () {
  var theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Storage can be blocked; the system's choice then stands.
  }
  document.documentElement.dataset.theme = theme === 'light' || theme === 'dark' ? theme : 'system';
})();
