import { QRCodeSVG } from 'qrcode.react';

/** A QR code, black on white in every theme, because cameras need it so. */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <QRCodeSVG value={text} size={200} marginSize={2} title={label} />
);
