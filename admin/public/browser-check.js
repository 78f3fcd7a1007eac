// Runs before the application, also in browsers that know no modules: so it is written in the language of 2009.
// What is checked here is what the built application uses and does not bring itself; index.html names the browsers that have it.
(function () {
  var isSupported =
    'noModule' in document.createElement('script') &&
    typeof Promise === 'function' &&
    typeof Promise.withResolvers === 'function' &&
    typeof Map.groupBy === 'function' &&
    typeof Array.fromAsync === 'function';
  if (isSupported) return;
  document.title = 'Your browser is too old';
  document.getElementById('root').style.display = 'none';
  document.getElementById('unsupported').removeAttribute('hidden');
})();
