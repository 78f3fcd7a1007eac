import { type RefCallback, useCallback } from 'react';

/** Gives a picture its bytes by an address of this window, for as long as it is shown. Nobody else can open it, and it says nothing of them. */
export const useBlobSource = (bytes: Uint8Array | null, mediaType: string): RefCallback<HTMLImageElement> =>
  useCallback(
    (image) => {
      if (!image || !bytes) return undefined;
      const address = URL.createObjectURL(new Blob([bytes.slice()], { type: mediaType }));
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [bytes, mediaType],
  );
