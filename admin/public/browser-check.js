// Runs before the application, also in browsers that know no modules: so it is written in the language of 2009.
// What is checked here is what the built application uses and does not bring itself; index.html names the browsers that have it.
(function () {
  function showInstead(id, title) {
    document.title = title;
    document.getElementById('root').style.display = 'none';
    document.getElementById(id).removeAttribute('hidden');
  }
  var isSupported =
    'noModule' in document.createElement('script') &&
    typeof Promise === 'function' &&
    typeof Promise.withResolvers === 'function' &&
    typeof Map.groupBy === 'function' &&
    typeof Array.fromAsync === 'function';
  if (!isSupported) return showInstead('unsupported', 'Your browser is too old');
  function showMissing() {
    showInstead('unloaded', 'The application could not be loaded');
  }
  // The first script raises an event on its element, which only listeners of the capturing phase see; it tells of the others.
  addEventListener(
    'error',
    function (event) {
      if (event.target.tagName === 'SCRIPT') showMissing();
    },
    true,
  );
  document.addEventListener('applicationmissing', showMissing);
})();
