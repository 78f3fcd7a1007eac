import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react';
import { cleanup, configure, renderHook } from '@testing-library/react';

// A busy machine draws a form of thirty fields in seconds; waiting longer costs nothing where it is quick.
configure({ asyncUtilTimeout: 8000 });

// Styles go into one style sheet, as in production. The development build makes an element for each rule, and thousands of them take a fifth
// of the time of the tests.
if (typeof document !== 'undefined') {
  const { result } = renderHook(() => useEmotionCache());
  if (result.current) result.current.sheet.isSpeedy = true;
  cleanup();
}
