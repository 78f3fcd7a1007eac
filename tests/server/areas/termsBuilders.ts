import type { ReceivedFile } from '../../../shared/contract/endpoint.ts';

/** A file as a person chooses it. */
export const fileOf = (content: string | Uint8Array, name = 'terms.html', mediaType = 'text/html'): ReceivedFile => ({
  name,
  mediaType,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
});

/** The text of a license agreement. */
export const agreementFile = (text = 'You agree to the terms.') => fileOf(`<h1>Terms</h1><p>${text}</p>`);

const base64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

/** Pictures of 1 or 2 pixels. */
export const pictures = {
  'image/png': base64(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  'image/jpeg': base64(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAACAAIDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAACP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAHCf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ADoDFU3/2Q==',
  ),
  'image/gif': base64(
    'R0lGODlhAgACAPAAAP8AAP///yH5BAAAAAAAIf8LSW1hZ2VNYWdpY2sNZ2FtbWE9MC40NTQ1NQAsAAAAAAIAAgAAAgKEUQA7',
  ),
  'image/webp': base64('UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoCAAIAAgA0JaACdLoB+AADsAD+8MQL/yC5YXXI1/8gP+QH/ID/+PIAAAA='),
} as const;
