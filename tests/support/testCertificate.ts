import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';

/** DER: a tag, the length, and the parts one after the other. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const name = (commonName: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))));
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));

const dayMs = 24 * 60 * 60_000;

interface CertificateOptions {
  /** Days from now at which it ends. */
  readonly days: number;
  /** Days from now at which it begins. */
  readonly from?: number;
  /** The host that it is for. */
  readonly host?: string;
}

/** A self-signed certificate (X.509 version 3, ECDSA with SHA-256) and its key, which Node's crypto can sign but not make. */
export function testCertificate({ days, from = Math.min(days, 0) - 100, host = 'localhost' }: CertificateOptions) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302'));
  // OpenSSL looks a trusted certificate up by its subject.
  const subject = name(`${host} ${randomUUID()}`);
  const alternativeNames = sequence(der(0x82, Buffer.from(host)));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    sequence(time(new Date(Date.now() + from * dayMs)), time(new Date(Date.now() + days * dayMs))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(0x04, alternativeNames)))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]);
  const base64 = sequence(content, algorithm, der(0x03, signature)).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
