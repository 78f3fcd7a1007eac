import { type RefCallback, useCallback } from 'react';

/** Ref of an `<img>` that displays the bytes through an object URL, which is revoked when the image is removed. */
export const useBlobSource = (bytes: Uint8Array | null, mediaType: string): RefCallback<HTMLImageElement> =>
  useCallback(
    (image) => {
      if (!image || !bytes) return undefined;
      const url = URL.createObjectURL(new Blob([bytes.slice()], { type: mediaType }));
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [bytes, mediaType],
  );
