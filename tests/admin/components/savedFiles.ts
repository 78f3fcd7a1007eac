import { onTestFinished, vi } from 'vitest';

/** The files that pages save until the test ends, by their names; the browser would write them to its downloads. */
export const watchSavedFiles = () => {
  const saved: { readonly name: string; readonly file: Blob }[] = [];
  const files = new Map<string, Blob>();
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: (file: Blob) => {
        const address = `blob:file-${files.size}`;
        files.set(address, file);
        return address;
      },
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = files.get(this.href);
    if (file) saved.push({ name: this.download, file });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return saved;
};
