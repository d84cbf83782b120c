// Runs before the first paint, so that the wrong theme never flashes.
(function () {
  var theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Storage can be blocked; the system's choice then applies.
  }
  document.documentElement.dataset.theme = theme === 'light' || theme === 'dark' ? theme : 'system';
})();
