/** Hands finished bytes to the browser's own download. */
export type SaveFile = (file: Blob, name: string) => void;

export const saveFile: SaveFile = (file, name) => {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after this turn; a minute later it surely has.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
