import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react';
import { cleanup, configure, renderHook } from '@testing-library/react';
import * as React from 'react';

// React and Material UI ask for NODE_ENV at each step; an object of our own answers seven times faster than the one of Node.
process.env = { ...process.env };

configure({
  // A busy machine draws a form of thirty fields in seconds; waiting longer costs nothing where it is quick.
  asyncUtilTimeout: 8000,
  // A query that is repeated until it matches would write out the whole page each time, which no setting prevents.
  getElementError: (message) => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
});

// Styles go into one style sheet, as in production. The development build makes an element for each rule, and thousands of them take a fifth
// of the time of the tests.
if (typeof document !== 'undefined') {
  const { result } = renderHook(() => useEmotionCache());
  if (result.current) result.current.sheet.isSpeedy = true;
  cleanup();
}

// The development build of React notes for each element where it was made, as an error with its stack: a sixth of the time of these tests.
// It stops at a limit, which this makes reached from the start. Stacks of errors and of components stay.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set() {
      // React starts to count anew each second.
    },
  });
